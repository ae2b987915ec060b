/** The commands whose label or words have all that was typed, those that begin with it first; all without a text. */
export function findCommands<T extends { label: string; words?: string }>(commands: readonly T[], typed: string): T[] {
  const parts = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ label, words = '' }: T) => {
    const text = `${label} ${words}`.toLowerCase();
    return parts.every((part) => text.includes(part));
  };
  const begins = ({ label }: T) => Number(label.toLowerCase().startsWith(parts[0] ?? ''));
  return commands.filter(fits).sort((a, b) => begins(b) - begins(a));
}
