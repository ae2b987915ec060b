export interface RadioCardsProps {
  legend: string;
  name: string;
  options: readonly { value: string; label: string; note?: string }[];
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
}

/** One choice of a few, each with a sentence of what it means. */
export function RadioCards({ legend, name, options, value, onChange, disabled }: RadioCardsProps) {
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="mb-1.5 text-[0.9375rem] font-medium">{legend}</legend>
      <div className="overflow-hidden rounded-xl border border-line-strong">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex cursor-pointer items-start gap-3 border-b border-line px-4 py-3 transition-colors last:border-b-0 hover:bg-celadon/50 has-checked:bg-celadon has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-petrol"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="mt-1 size-4.5 shrink-0 accent-petrol outline-none"
            />
            <span>
              <span className="block font-medium">{option.label}</span>
              {option.note && <span className="block text-sm text-slate">{option.note}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
