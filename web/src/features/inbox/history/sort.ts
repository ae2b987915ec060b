/** How the history is ordered (spec §2, Call & Message History). */
export interface HistorySort {
  sort: 'timestamp' | 'status';
  direction: 'asc' | 'desc';
}

export const DEFAULT_SORT: HistorySort = { sort: 'timestamp', direction: 'desc' };

/** After a click on a column: the same column turns round, another one starts descending. */
export function sortAfterClick(current: HistorySort, column: HistorySort['sort']): HistorySort {
  if (column !== current.sort) return { sort: column, direction: 'desc' };
  return { sort: column, direction: current.direction === 'desc' ? 'asc' : 'desc' };
}

/** The order that an address asks for; anything it does not say, or says wrongly, is the default. */
export function readSort(params: URLSearchParams): HistorySort {
  return {
    sort: params.get('sort') === 'status' ? 'status' : DEFAULT_SORT.sort,
    direction: params.get('direction') === 'asc' ? 'asc' : DEFAULT_SORT.direction,
  };
}

/** Writes the order into an address, which stays bare for the default. */
export function writeSort(params: URLSearchParams, { sort, direction }: HistorySort): URLSearchParams {
  params.delete('sort');
  params.delete('direction');
  if (sort !== DEFAULT_SORT.sort) params.set('sort', sort);
  if (direction !== DEFAULT_SORT.direction) params.set('direction', direction);
  return params;
}
