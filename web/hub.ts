import { QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import {
  createHubClient,
  HubApiError,
  type HubAnswer,
  type HubClient,
  type ListName,
  type OperationName,
} from '../client/index.ts';
import type { Operations } from '../client/operations.data.ts';
import { confirmed } from './confirmation.ts';
import { whileUnreported } from './live.ts';

const client = createHubClient({ baseUrl: location.origin, session: true, retriesMax: 2 });

/** The hub that this page came from. The browser shows it the session's cookie. */
export const hub: Pick<HubClient, 'call' | 'request' | 'list'> = {
  request: client.request,
  list: client.list,
  call: (name, input, options) => confirmed(() => client.call(name, input, options)),
};

export const queries = new QueryClient({
  queryCache: new QueryCache({
    // The organization has just begun to ask for a second factor: the shell leads to it.
    onError: (error) => {
      if (wantsSecondFactor(error)) void queries.invalidateQueries({ queryKey: ['getMe'] });
    },
  }),
  defaultOptions: {
    queries: {
      // The client itself tries again what makes sense.
      retry: false,
      staleTime: 2000,
      refetchOnWindowFocus: true,
    },
  },
});

/** Lists of which one answer is a page: `ask` refuses them, since taking it for the list would miss the rest. */
export type PagedName = Exclude<
  {
    [Name in ListName]: Operations[Name]['input'] extends { query?: infer Query }
      ? 'per_page' extends keyof Query
        ? Name
        : never
      : never;
  }[ListName],
  // Whole where no page is asked for.
  'listConnectors' | 'listFormulaFunctions'
>;

type Interval<Name extends OperationName> =
  number | false | ((answer: HubAnswer<Operations[Name]['data']> | undefined) => number | false);

/**
 * A reading operation as a query. Two parts of a page that ask the same share the answer. Lists are asked for by `askFirst`, `askAll`
 * or a `DataList`.
 *
 * @param everyMs Asks again after so long, as long as the page is seen and the hub does not report changes.
 */
export function ask<Name extends Exclude<OperationName, PagedName>>(
  name: Name,
  input: Operations[Name]['input'],
  everyMs: Interval<Name> = false,
) {
  return toQuery(name, input, everyMs);
}

/** The first so many of a list, where no more of it are wanted; `meta` of the answer says how many there are. */
export function askFirst<Name extends PagedName>(
  name: Name,
  count: number,
  input: Operations[Name]['input'],
  everyMs: Interval<Name> = false,
) {
  const query = 'query' in input ? input.query : undefined;
  return toQuery(name, { ...input, query: { ...query, per_page: count } }, everyMs);
}

function toQuery<Name extends OperationName>(name: Name, input: Operations[Name]['input'], everyMs: Interval<Name>) {
  const queryKey: readonly unknown[] = [name, input];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<HubAnswer<Operations[Name]['data']>> => hub.request(name, input, { signal }),
    refetchInterval: (query) => {
      const ms = typeof everyMs === 'function' ? everyMs(query.state.data) : everyMs;
      return ms === false ? false : whileUnreported(name, ms);
    },
  });
}

function wantsSecondFactor(error: unknown): boolean {
  return error instanceof HubApiError && error.details['reason'] === 'second_factor_required';
}

/** Whether the session is over, or never was. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof HubApiError && error.status === 401;
}

/** Whether the operator of the hub suspended the organization. */
export function isSuspended(error: unknown): boolean {
  return error instanceof HubApiError && error.code === 'organization_suspended';
}
