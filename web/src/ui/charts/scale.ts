const STEPS = [1, 2, 2.5, 5, 10];

/** Round values from 0 to at least `most`, about `wanted` steps apart; whole numbers only. */
export function ticksTo(most: number, wanted = 4): number[] {
  const rough = Math.max(most, 1) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, Math.ceil((STEPS.find((factor) => factor * power >= rough) ?? 10) * power));
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Where a value of 0 to `top` lies between two coordinates. */
export function place(value: number, top: number, from: number, to: number): number {
  return from + (top > 0 ? value / top : 0) * (to - from);
}

/** Every how many labels one is written, so that each has `room` of the `width`. */
export function stride(count: number, width: number, room: number): number {
  return Math.max(1, Math.ceil((count * room) / Math.max(width, 1)));
}

/** About how wide a text of the axis is, in pixels at 13 px. */
export function textWidth(text: string): number {
  return text.length * 7.2;
}

/** The path of a line through points; a point that is missing parts it. */
export function linePath(points: readonly (readonly [number, number] | null)[]): string {
  let open = false;
  return points
    .map((point) => {
      const command = point && `${open ? 'L' : 'M'}${point[0].toFixed(1)} ${point[1].toFixed(1)}`;
      open = point !== null;
      return command ?? '';
    })
    .join('');
}
