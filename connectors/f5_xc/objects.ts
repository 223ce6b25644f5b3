import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, keeping } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** Lists come as a whole, as summaries. @see https://docs.cloud.f5.com/docs-v2/api */
const { listOf, pagesOf } = restApi({
  docs: (page) => `https://docs.cloud.f5.com/docs-v2/api/${page}`,
  key: 'name',
  records: { recordsPath: 'items' },
});

const namespaces = { path: '/api/web/namespaces' };

/** A list of each namespace. Names stand in the address: a write finds what it made before. */
function inNamespace(title: string, plural: string, docs: string, isWritten = true): HttpObject {
  const path = `/api/config/namespaces/{metadata.namespace}/${plural}`;
  const record = `${path}/{metadata.name}`;
  const lock = keeping(record, {
    recordPath: 'replace_form',
    keepsRest: ['metadata', 'spec'],
    keepsWithin: ['metadata'],
  }).lock;
  const write = findOrCreate(`POST ${path}`, {
    find: { path: record, recordsPath: '$', idPath: 'metadata.name' },
    update: `PUT ${record}`,
    targetIdPath: 'metadata.name',
    keepsKey: true,
    // A change replaces the object, and the form for it is read. @see https://docs.cloud.f5.com/docs-v2/api/views-origin-pool
    lock: { ...lock, request: { ...lock.request, query: { response_format: 'GET_RSP_FORMAT_FOR_REPLACE' } } },
  });
  return listOf(
    {
      title,
      path: `/api/config/namespaces/{parent.name}/${plural}`,
      docs,
      key: ['namespace', 'name'],
      schema: schemas.Summary,
      parents: { from: pagesOf(namespaces), key: 'name' },
    },
    {
      ...(isWritten ? { create: write, upsert: write } : {}),
      delete: idempotent({
        method: 'DELETE',
        path: `/api/config/namespaces/{namespace}/${plural}/{name}`,
        // What others refer to stays.
        body: { fail_if_referred: true },
      }),
    },
  );
}

export const objects: Readonly<Record<string, HttpObject>> = {
  namespaces: listOf(
    { title: 'Namespaces', ...namespaces, docs: 'namespace', schema: schemas.Summary },
    {
      create: findOrCreate('POST /api/web/namespaces', {
        find: { path: '/api/web/namespaces/{metadata.name}', recordsPath: '$', idPath: 'metadata.name' },
        targetIdPath: 'metadata.name',
        keepsKey: true,
      }),
    },
  ),
  http_load_balancers: inNamespace('HTTP load balancers', 'http_loadbalancers', 'views-http-loadbalancer', false),
  origin_pools: inNamespace('Origin pools', 'origin_pools', 'views-origin-pool'),
  app_firewalls: inNamespace('Application firewalls', 'app_firewalls', 'app-firewall'),
};
