const WHOLE = new Intl.NumberFormat('en-US');
const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const CENTS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `1,284`. */
export function whole(count: number): string {
  return WHOLE.format(count);
}

/** `61.4%` for 61.4: the server sends percent, to one decimal place (spec §9). */
export function percent(value: number): string {
  return `${value.toFixed(1)}%`;
}

/** `$154,880` for integer cents; the cents show only where there are any. */
export function dollars(cents: number): string {
  return (cents % 100 === 0 ? DOLLARS : CENTS).format(cents / 100);
}
