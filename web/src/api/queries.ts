import { infiniteQueryOptions, keepPreviousData, type QueryFunctionContext } from '@tanstack/react-query';
import type { Client } from 'openapi-fetch';
import createQueries from 'openapi-react-query';
import type { ApiError } from './answer';
import { api } from './client';
import type { paths } from './schema';

/** An operation as it is met here: of whatever the server refuses, the client has made an `ApiError`. */
type Thrown<Operation> = Operation extends { responses: infer Responses }
  ? Omit<Operation, 'responses'> & {
      responses: Omit<Responses, 'default' | 409 | 422> & { default: { content: { 'application/json': ApiError } } };
    }
  : Operation;

type ThrownPaths = { [Path in keyof paths]: { [Method in keyof paths[Path]]: Thrown<paths[Path][Method]> } };

/** The typed client as queries and mutations. A query's key is its method, path and parameters: see keys.ts. */
export const $api = createQueries(api as unknown as Client<ThrownPaths>);

/** The clinic in the path, as most calls need it. */
export const inClinic = (slug: string) => ({ params: { path: { slug } } });

interface FirstPage<Page> {
  queryKey: readonly unknown[];
  queryFn(context: QueryFunctionContext): Page | Promise<Page>;
}

/** A list that comes a page at a time: its first page as a query, and the others by a cursor in the body. */
export const paged = <Page extends { next_cursor: string | null }>(first: FirstPage<Page>) =>
  infiniteQueryOptions({
    queryKey: first.queryKey,
    queryFn: ({ pageParam: cursor, queryKey: [method, path, init], ...context }) => {
      const { body, ...rest } = init as { body: object };
      return first.queryFn({ ...context, queryKey: [method, path, { ...rest, body: { ...body, ...(cursor && { cursor }) } }] });
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
