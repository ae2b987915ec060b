/** What the link of an email carried behind `#` and behind `?`. */
export interface EmailLink {
  hash: URLSearchParams;
  query: URLSearchParams;
}

/**
 * Takes what a link carried out of the address bar, so that no token stays in the history, in a bookmark, or in an
 * address that someone copies. Call it before anything else runs on the page.
 */
export function takeEmailLink(): EmailLink {
  const link = { hash: new URLSearchParams(location.hash.slice(1)), query: new URLSearchParams(location.search) };
  if (location.hash || location.search) history.replaceState(history.state, '', location.pathname);
  return link;
}

/**
 * Which of the known parameters a link carried, such as `hash: type; query: none`: for a person whose link does not
 * work and for anyone who helps them. Values, and names that are not known, are never shown: either may be a token.
 */
export function namesFound({ hash, query }: EmailLink, known: readonly string[]): string {
  const list = (parameters: URLSearchParams) => {
    const names = known.filter((name) => parameters.has(name));
    const others = [...new Set(parameters.keys())].length - names.length;
    if (others > 0) names.push(`${others} unknown`);
    return names.join(', ') || 'none';
  };
  return `hash: ${list(hash)}; query: ${list(query)}`;
}
