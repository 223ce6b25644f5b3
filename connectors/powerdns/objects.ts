import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import type { HttpWrite } from '../kit/http/operations.ts';
import { findOrCreate, idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** Lists come as a whole. @see https://doc.powerdns.com/authoritative/http-api/ */
const { listOf, pagesOf } = restApi({ docs: (page) => `https://doc.powerdns.com/authoritative/http-api/${page}` });

/** Without it, the server reads the keys of every zone, which takes long. */
const zones = { path: '/zones', query: { dnssec: 'false' } };
const ofZones = { from: pagesOf(zones), key: 'id', copy: { zone_id: 'id' } };

/** A record set is replaced, or removed, as a whole: there is one of each name and type in a zone. */
function change(changetype: 'REPLACE' | 'DELETE', members: readonly string[]): HttpWrite {
  return idempotent(
    {
      method: 'PATCH',
      path: '/zones/{zone_id}',
      body: { rrsets: [{ changetype }] },
      bodyFields: Object.fromEntries(members.map((member) => [`rrsets[0].${member}`, `{${member}}`])),
    },
    changetype === 'REPLACE' ? { schema: schemas.NewRecordSet } : {},
  );
}

const replace = change('REPLACE', ['name', 'type', 'ttl', 'records', 'comments']);

export const objects: Readonly<Record<string, HttpObject>> = {
  zones: listOf(
    { title: 'Zones', ...zones, docs: 'zone.html', schema: schemas.Zone, find: true },
    {
      create: findOrCreate('POST /zones', {
        find: { path: '/zones', query: { zone: '{name}' }, recordsPath: '$', ignoresCase: true, adoptsConflict: true },
        targetIdPath: 'id',
      }),
      ...writesAt({ path: '/zones', method: 'PUT', only: ['update', 'delete'] }),
    },
  ),
  record_sets: listOf(
    {
      title: 'Record sets (RRsets)',
      path: '/zones/{parent.id}',
      docs: 'zone.html#rrset',
      recordsPath: 'rrsets',
      key: ['zone_id', 'name', 'type'],
      schema: schemas.RecordSet,
      parents: ofZones,
    },
    { upsert: replace, update: replace, delete: change('DELETE', ['name', 'type']) },
  ),
  zone_metadata: listOf(
    {
      title: 'Metadata of zones',
      path: '/zones/{parent.id}/metadata',
      docs: 'metadata.html',
      key: ['zone_id', 'kind'],
      schema: schemas.Metadata,
      parents: ofZones,
    },
    {
      upsert: idempotent('PUT /zones/{zone_id}/metadata/{kind}'),
      delete: idempotent('DELETE /zones/{zone_id}/metadata/{kind}'),
    },
  ),
  cryptokeys: listOf({
    title: 'Cryptokeys of zones',
    path: '/zones/{parent.id}/cryptokeys',
    docs: 'cryptokey.html',
    key: ['zone_id', 'id'],
    schema: schemas.Cryptokey,
    parents: ofZones,
  }),
  // There may be several of one id, one for each algorithm.
  tsig_keys: listOf({
    title: 'TSIG keys',
    path: '/tsigkeys',
    docs: 'tsigkey.html',
    key: ['id', 'algorithm'],
    schema: schemas.TsigKey,
  }),
};
