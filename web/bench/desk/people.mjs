/** People whom nobody has met: no two share a name or a number, in this bench or an earlier one. */
const AREAS = [212, 312, 404, 415, 503, 512, 602, 617, 702, 713, 720, 801, 206, 215, 314, 412, 504, 614, 704, 901];
const ALPHABET = 'abcdefghij';
const began = Date.now();
const area = AREAS[Math.floor(began / 1000) % AREAS.length];
const spelled = (number, digits) => [...String(number).padStart(digits, '0')].map((digit) => ALPHABET[Number(digit)]).join('');
let met = 0;

/** @returns somebody of that name, with letters behind it that make it theirs alone. */
export function somebody(name) {
  met += 1;
  if (met > 99) throw new Error('There are no numbers for that many runs.');
  return { name: `${name}${spelled(met, 2)}${spelled(began % 1000, 3)}`, phone: `(${area}) 555-01${String(met).padStart(2, '0')}` };
}
