import { Search } from 'lucide-react';
import { classNames } from '@/lib/class-names';

export interface SearchFieldProps {
  /** What a screen reader calls it. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  /** True for the field that the page's `/` key leads to. */
  hasShortcut?: boolean;
  className?: string;
}

/** A pill in which one searches or filters while typing. What is typed is kept by no one. */
export function SearchField({ label, placeholder, value, onChange, hasShortcut, className }: SearchFieldProps) {
  return (
    <label className={classNames('relative', className)}>
      <span className="sr-only">{label}</span>
      <Search aria-hidden="true" className="absolute top-1/2 left-4 size-4 -translate-y-1/2 text-slate" />
      <input
        type="search"
        data-shortcut={hasShortcut ? 'search' : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder={placeholder}
        maxLength={120}
        autoComplete="off"
        spellCheck={false}
        className="min-h-11 w-full rounded-full border border-line-strong bg-paper pr-4 pl-10 placeholder:text-slate"
      />
    </label>
  );
}
