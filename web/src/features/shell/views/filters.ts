/** Those filters of an address that a view is made of, in one order, so that equal ones are equal texts. */
export function filtersOf(params: URLSearchParams, names: readonly string[]): string {
  const kept = [...params].filter(([name]) => names.includes(name)).sort(([one], [other]) => (one < other ? -1 : 1));
  return new URLSearchParams(kept).toString();
}

/** An address with the filters of a view instead of its own; what else it says stays, but for `resets`. */
export function withFilters(
  params: URLSearchParams,
  names: readonly string[],
  resets: readonly string[],
  filters: string,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [...names, ...resets]) next.delete(name);
  for (const [name, value] of new URLSearchParams(filters)) if (names.includes(name)) next.append(name, value);
  return next;
}
