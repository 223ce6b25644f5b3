/** Builders for Tenable's lists, exports and writes. */
import type { HttpObject } from '../kit/object-types.ts';
import type { GivenPages, GivenRequest, HttpWrite } from '../kit/http/operations.ts';
import { type ListedObject, restApi } from '../kit/rest.ts';
import { type Find, idempotent, writesAt } from '../kit/rest-writes.ts';

export const paged = (pageSize: number): GivenPages['paginate'] => ({
  kind: 'offset',
  parameter: 'offset',
  totalPath: 'pagination.total',
  sizeParameter: 'limit',
  pageSize,
});

/** Lists without a page size return everything at once. */
export const { listOf, objectOf, pagesOf } = restApi({
  docs: (page) => `https://developer.tenable.com/reference/${page}`,
  paged,
});

/**
 * An export: requested, prepared by the system, read in chunks.
 *
 * @see https://developer.tenable.com/docs/retrieve-vulnerability-data-from-tenableio
 */
export function exported(
  path: string,
  { create = path, body, since }: { create?: string; body: GivenRequest['body']; since: string },
): Pick<ListedObject, 'path' | 'job' | 'incremental'> {
  return {
    path: `${path}/{job.id}/chunks/{job.chunk}`,
    job: {
      create: { method: 'POST', path: create, body },
      idPath: 'export_uuid',
      status: { method: 'GET', path: `${path}/{job.id}/status` },
      statusPath: 'status',
      done: ['FINISHED'],
      failed: ['ERROR', 'CANCELLED'],
      chunksPath: 'chunks_available',
      // @see https://developer.tenable.com/reference/exports-vulns-export-cancel
      abort: { method: 'POST', path: `${path}/{job.id}/cancel` },
    },
    incremental: { kind: 'server_filter', parameter: since, in: 'body', format: 'epoch_s' },
  };
}

export const deletes = (path: string): { delete: HttpWrite } => ({ delete: idempotent(`DELETE ${path}`) });

/** Creates and changes records that are looked for in their list: by a query or, where it has no filter, in all of it. */
export function writable(
  path: string,
  recordsPath: string,
  id = 'id',
  by: Pick<Find, 'query' | 'paginate'> = { paginate: { kind: 'none' } },
): HttpObject['operations'] {
  return writesAt({
    path,
    id,
    method: 'PUT',
    find: { path, recordsPath, adoptsConflict: true, ignoresCase: 'undocumented', searchLagMs: 'undocumented', ...by },
  });
}

/** Adds users and agents to groups, and removes them. The address identifies both, so there is no body. */
export function membership(
  title: string,
  key: readonly string[],
  path: string,
  add: 'POST' | 'PUT',
  docs: string,
): HttpObject {
  const write = (method: 'POST' | 'PUT' | 'DELETE'): HttpWrite => idempotent({ method, path }, { body: 'none' });
  return objectOf({ title, docs, key }, { upsert: write(add), delete: write('DELETE') });
}
