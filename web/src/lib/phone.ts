/** `(305) 555-0123` for a North American number in any writing; any other number as it came. */
export function readablePhone(phone: string): string {
  const match = /^\+?1?(\d{3})(\d{3})(\d{4})$/.exec(phone.replace(/[\s().-]/g, ''));
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : phone;
}
