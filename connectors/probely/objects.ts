import type { GivenPages } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const docs = 'https://developers.probely.com/';

/** @see https://developers.probely.com/ (page, length) */
const paginate: GivenPages['paginate'] = {
  kind: 'page',
  parameter: 'page',
  totalPagesPath: 'page_total',
  sizeParameter: 'length',
  pageSize: 50,
};

const { listOf, pagesOf } = restApi({ docs: () => docs, records: { recordsPath: 'results' }, paginate });

/** A list that is read once for each target. */
const ofTargets = (path: string) => ({
  path: `/targets/{parent.id}/${path}/`,
  key: ['target_id', 'id'],
  parents: { from: pagesOf({ path: '/targets/' }), key: 'id', copy: { target_id: 'id' } },
});

const finding = '/targets/{target_id}/findings/{id}/';

export const objects: Readonly<Record<string, HttpObject>> = {
  targets: listOf(
    { title: 'Targets', path: '/targets/', schema: schemas.Target, find: '/targets/{value}/' },
    {
      create: nonIdempotent('POST /targets/', { targetIdPath: 'id' }),
      update: idempotent('PATCH /targets/{id}/'),
      delete: idempotent('DELETE /targets/{id}/'),
    },
  ),
  findings: listOf(
    { title: 'Findings', schema: schemas.Finding, ...ofTargets('findings') },
    {
      update: idempotent(
        { method: 'PATCH', path: finding, bodyFields: { state: '{state}', comment: '{comment}' } },
        { schema: schemas.FindingUpdate },
      ),
    },
  ),
  scans: listOf({ title: 'Scans', schema: schemas.Scan, ...ofTargets('scans') }),
  users: listOf(
    { title: 'Users', path: '/users/', schema: schemas.User, find: '/users/{value}/' },
    {
      // A user who was deactivated is activated again. @see https://developers.probely.com/
      create: nonIdempotent('POST /users/', { targetIdPath: 'id' }),
      update: idempotent('PATCH /users/{id}/'),
      delete: idempotent('DELETE /users/{id}/', { effect: 'reversible' }),
    },
  ),
  labels: listOf(
    { title: 'Labels', path: '/labels/', schema: schemas.Label, find: '/labels/{value}/' },
    {
      create: nonIdempotent('POST /labels/', { targetIdPath: 'id' }),
      update: idempotent('PATCH /labels/{id}/'),
      delete: idempotent('DELETE /labels/{id}/'),
    },
  ),
  vulnerability_definitions: listOf({
    title: 'Vulnerability definitions',
    path: '/vulnerability_definitions/',
    schema: schemas.VulnerabilityDefinition,
  }),
};
