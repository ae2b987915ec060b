import { Badge, type BadgeTone } from './badge';

/** Overdue red, VIP purple, regular blue, new patient green, others grey (spec §2). */
const TONES: Record<string, BadgeTone> = {
  overdue: 'bad',
  vip: 'violet',
  regular: 'info',
  'new patient': 'good',
};

/** The color of a tag, however it is spelt. */
export function toneOf(tag: string): BadgeTone {
  return TONES[tag.toLowerCase().replaceAll('_', ' ')] ?? 'plain';
}

/** The tags of a patient. */
export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag}>
          <Badge tone={toneOf(tag)}>{tag}</Badge>
        </li>
      ))}
    </ul>
  );
}
