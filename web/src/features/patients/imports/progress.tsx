/** How far something is, as a bar and in words. */
export function Progress({ label, done, of }: { label: string; done: number; of: number }) {
  const share = of > 0 ? Math.min(100, Math.round((done / of) * 100)) : 0;
  return (
    <div className="grid gap-2 py-6">
      <p className="flex justify-between gap-4 text-[0.9375rem]">
        <span className="min-w-0 truncate font-medium">{label}</span>
        <span className="text-slate tabular-nums">{share} %</span>
      </p>
      <progress
        aria-label={label}
        value={share}
        max={100}
        className="h-2 w-full appearance-none overflow-hidden rounded-full [&::-moz-progress-bar]:bg-petrol [&::-webkit-progress-bar]:bg-celadon [&::-webkit-progress-value]:bg-petrol [&::-webkit-progress-value]:transition-[width]"
      />
    </div>
  );
}
