/** `450` or `449.50` for cents, as a form shows it. */
export function amountOf(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

/** The cents of `1,449.5` or `$450`; null for what is no price. */
export function centsOf(typed: string): number | null {
  const plain = typed.trim().replace(/^\$\s*/, '').replaceAll(',', '');
  return /^\d{1,6}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}
