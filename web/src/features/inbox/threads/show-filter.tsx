import { useQuery } from '@tanstack/react-query';
import { classNames } from '@/lib/class-names';
import { conversationCountsQuery } from './counts';
import type { Show } from './queries';

const CHOICES: { value: Show; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'waiting', label: 'Needs a person' },
  { value: 'mine', label: 'Mine' },
];

/** The choice that an address names; all when it names none. */
export function showOf(param: string | null): Show {
  return CHOICES.find(({ value }) => value === param)?.value ?? 'all';
}

/** Which conversations are listed, with how many there are of each. */
export function ShowFilter({ slug, show, onChange }: { slug: string; show: Show; onChange: (show: Show) => void }) {
  const { data: counts } = useQuery(conversationCountsQuery(slug));
  return (
    <div role="group" aria-label="Show" className="flex flex-wrap gap-1.5">
      {CHOICES.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === show}
          onClick={() => onChange(value)}
          className={classNames(
            'min-h-9 rounded-full px-3 text-sm transition-colors',
            value === show ? 'bg-petrol font-semibold text-on-petrol' : 'border border-line-strong hover:bg-celadon',
          )}
        >
          {label}
          {value !== 'all' && counts !== undefined && counts[value] > 0 && <span className="tabular-nums"> {counts[value]}</span>}
        </button>
      ))}
    </div>
  );
}
