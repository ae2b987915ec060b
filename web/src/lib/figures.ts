/** `1,284`. Written by hand: to wake the browser's tables of numbers takes a phone longer than to draw a page. */
export function whole(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `61.4%` for 61.4: the server sends percent, to one decimal place (spec §9). */
export function percent(value: number): string {
  return `${value.toFixed(1)}%`;
}

/** `$154,880` for integer cents; the cents show only where there are any. */
export function dollars(cents: number): string {
  const [amount, rest] = [Math.trunc(Math.abs(cents) / 100), Math.abs(cents) % 100];
  return `${cents < 0 ? '-' : ''}$${whole(amount)}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
}
