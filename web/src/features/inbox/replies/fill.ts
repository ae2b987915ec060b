/** What stands for the placeholders of a saved reply; `first` is null for someone whose name nobody knows. */
export interface Names {
  first: string | null;
  my: string;
  practice: string;
}

/** A saved reply with its placeholders filled in. A name that nobody knows leaves no gap: "Hi {first name}," is "Hi,". */
export function fill(text: string, { first, my, practice }: Names): string {
  const named = first === null ? text.replaceAll(/ ?\{first name\}/g, '').replace(/^[\s,]+/, '') : text.replaceAll('{first name}', () => first);
  return named.replaceAll('{my name}', () => my).replaceAll('{practice}', () => practice);
}

/** The first of someone's names. */
export function firstNameOf(name: string | null): string | null {
  return name?.trim().split(/\s+/)[0] || null;
}
