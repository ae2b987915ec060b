// What an answer must be: each says what is wrong with it, or nothing.

const BASE = ['id', 'orgId', 'createdAt', 'updatedAt'];

export const lacks = (value, names) =>
  names
    .filter((name) => value?.[name] === undefined)
    .map((name) => `no ${name}`)
    .join();

export const entity =
  (...more) =>
  (value) =>
    lacks(value, [...BASE, ...more]);

export const list = (fits) => (value) => (Array.isArray(value) ? value.map(fits).join('') : 'no list');

export const page = (fits) => (value) =>
  lacks(value?.metadata, ['itemsPerPage', 'totalItems', 'currentPage']) || list(fits)(value.results);

/** Keeps what a creation made, if it is what it should be. */
export const keep = (made, name, fits) => (value) => {
  made[name] = value;
  return fits(value);
};
