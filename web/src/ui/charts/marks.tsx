/** How series are told apart without color: each has its hatching, its dashes and its point. */
export const MARKS = [
  { fill: 'fill-petrol', stroke: 'stroke-petrol', dash: undefined, hatch: null },
  { fill: 'fill-mia', stroke: 'stroke-mia', dash: '7 4', hatch: 'M-1 1l2-2M0 6l6-6M5 7l2-2' },
  { fill: 'fill-info', stroke: 'stroke-info', dash: '2 4', hatch: 'M0 3h6' },
  { fill: 'fill-warn', stroke: 'stroke-warn', dash: '10 3 2 3', hatch: 'M3 0v6' },
  { fill: 'fill-violet', stroke: 'stroke-violet', dash: '4 2', hatch: 'M0 3h6M3 0v6' },
  { fill: 'fill-slate', stroke: 'stroke-slate', dash: '1 3', hatch: 'M-1 5l2 2M0 0l6 6M5-1l2 2' },
] as const;

export type Mark = (typeof MARKS)[number];

/** The mark of the so-many-th series. */
export function markOf(index: number): Mark {
  return MARKS[index % MARKS.length] ?? MARKS[0];
}

/** The hatchings of a chart; `id` keeps those of several charts on a page apart. */
export function Hatches({ id, count }: { id: string; count: number }) {
  return (
    <defs>
      {MARKS.slice(0, count).map((mark, index) => (
        <pattern key={mark.fill} id={`${id}-${index}`} width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" className={mark.fill} />
          {mark.hatch && <path d={mark.hatch} className="fill-none stroke-paper" strokeWidth="1.5" />}
        </pattern>
      ))}
    </defs>
  );
}

/** The filling of the so-many-th series: a reference to its hatching. */
export function hatchOf(id: string, index: number): string {
  return `url(#${id}-${index % MARKS.length})`;
}

/** The point of the so-many-th series: disc, square, triangle, diamond in turn. */
export function Dot({ index, x, y, size = 4 }: { index: number; x: number; y: number; size?: number }) {
  const mark = markOf(index);
  const shapes = [
    `M${x - size} ${y}a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0 ${-2 * size} 0`,
    `M${x - size} ${y - size}h${2 * size}v${2 * size}h${-2 * size}z`,
    `M${x} ${y - size - 1}l${size + 1} ${2 * size}h${-2 * size - 2}z`,
    `M${x} ${y - size - 1}l${size + 1} ${size + 1}l${-size - 1} ${size + 1}l${-size - 1} ${-size - 1}z`,
  ];
  return <path d={shapes[index % shapes.length]} className={`${mark.fill} stroke-paper`} strokeWidth="1.5" />;
}
