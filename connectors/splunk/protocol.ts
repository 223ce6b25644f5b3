/** How Splunk's REST API is spoken: feeds of entries, whose members stand in `content`. */
import type { GivenPages } from '../kit/http/operations.ts';
import { type Find, idempotent, findOrCreate } from '../kit/rest-writes.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { type RestApi, restApi } from '../kit/rest.ts';
import type { z } from 'zod';

export const json = { output_mode: 'json' } as const;

const api: RestApi = restApi({
  docs: (page) => `https://docs.splunk.com/Documentation/Splunk/latest/RESTREF/${page}`,
  key: 'name',
  records: { recordsPath: 'entry' },
  // Pages by position, in the order of names.
  paginate: { kind: 'offset', parameter: 'offset', sizeParameter: 'count', pageSize: 500, totalPath: 'paging.total' },
  pages: { extract: { lift: ['content'] } },
});

export const { listOf } = api;

/** Entries in the order of names. */
export const entries: Pick<GivenPages, 'extract'> & { query: Record<string, string> } = {
  query: { ...json, sort_key: 'name', sort_dir: 'asc' },
  extract: { lift: ['content'] },
};

/** Lists, such as the roles of a user, have their name once for each element. @see https://github.com/splunk/terraform-provider-splunk/blob/master/client/models/authentication_user.go */
const form = { encoding: 'form', formLists: 'repeat' } as const;

interface Written {
  path: string;
  /** Members of a creation beside the name, and those that a change takes. */
  created: readonly string[];
  changed: readonly string[];
  schema: z.ZodType;
}

const toFields = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`["${name}"]`, `{["${name}"]}`]));

/** Settings by their name, which the server wants in the body of a creation alone. */
export function written({ path, created, changed, schema }: Written): HttpObject['operations'] {
  const find: Find = {
    path: `${path}/{name}`,
    query: json,
    recordsPath: 'entry',
    lift: ['content'],
    idPath: 'name',
    ignoresCase: 'undocumented',
    searchLagMs: 'undocumented',
    adoptsConflict: true,
  };
  const change = (hole: string) =>
    ({
      method: 'POST',
      path: `${path}/{${hole}}`,
      query: json,
      ...form,
      bodyFields: toFields(changed),
    }) as const;
  const write = findOrCreate(
    { method: 'POST', path, query: json, ...form, bodyFields: { name: '{name}', ...toFields(created) } },
    { find, update: change('$target_id'), targetIdPath: 'entry[0].name', schema },
  );
  return {
    create: write,
    upsert: write,
    update: idempotent(change('name'), { schema }),
    delete: idempotent({ method: 'DELETE', path: `${path}/{name}`, query: json }, { effect: 'destructive' }),
  };
}
