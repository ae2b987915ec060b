export interface CheckCardsProps {
  legend: string;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Any number of a few, kept in the order of the options. */
export function CheckCards({ legend, options, chosen, onChange }: CheckCardsProps) {
  const toggle = (value: string) =>
    onChange(options.map((option) => option.value).filter((one) => chosen.includes(one) !== (one === value)));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[0.9375rem] font-medium">{legend}</legend>
      <div className="overflow-hidden rounded-xl border border-line-strong">
        {options.map(({ value, label }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-center gap-3 border-b border-line px-4 py-2.5 transition-colors last:border-b-0 hover:bg-celadon/50 has-checked:bg-celadon has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-petrol"
          >
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
              className="size-4.5 shrink-0 accent-petrol outline-none"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
