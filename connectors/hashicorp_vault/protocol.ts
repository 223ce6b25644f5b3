/** How Vault's API is spoken. */
import type { JsonObject } from '../../core/json.ts';
import { finds } from '../kit/http/complete-operations.ts';
import type { GivenPages, HttpFind } from '../kit/http/operations.ts';
import { type Pages, type RestApi, restApi } from '../kit/rest.ts';

const api: RestApi = restApi({
  docs: (page) => `https://developer.hashicorp.com/vault/api-docs/${page}`,
  records: { recordsPath: 'data' },
});

export const { listOf } = api;
const { pagesOf } = api;

/** An empty list is answered with 404 and without an error. @see https://developer.hashicorp.com/vault/api-docs#api-operations */
const empty: GivenPages['empty'] = { status: 404, bodyIncludes: ['"errors":[]'] };

/** Folders end with a slash, and are no records. */
function leaveFoldersOut({ value }: JsonObject): JsonObject {
  return typeof value === 'string' && !value.endsWith('/') ? { value } : {};
}

/** A list has names or ids only: each record is read by its own. */
export function namesOf(path: string): GivenPages {
  return pagesOf({
    path,
    query: { list: 'true' },
    recordsPath: 'data.keys',
    empty,
    shape: leaveFoldersOut,
  });
}

/** Records of a collection, read one by one. @param name Field that takes what the list calls a record, where the record lacks it. */
export function eachOf(path: string, name?: string, list = path): Pick<Pages, 'path' | 'parents'> {
  const copy = name === undefined ? {} : { copy: { [name]: 'value' } };
  return { path: `${path}/{parent.value}`, parents: { from: namesOf(list), key: 'value', ...copy } };
}

export function findAt(path: string): HttpFind {
  const format = { kind: 'json', recordsPath: 'data' } as const;
  return finds({ request: { method: 'GET', path: `${path}/{value}` }, format, notFoundIsAbsent: true });
}
