import type { GivenPages } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({ docs: (tag) => `https://www.misp-project.org/openapi/#tag/${tag}` });

/** Pages of a search, until one is empty. @see https://www.misp-project.org/openapi/#tag/Events/operation/restSearchEvents */
const searched = (pageSize: number): Pick<GivenPages, 'paginate' | 'incremental'> => ({
  paginate: { kind: 'page', in: 'body', parameter: 'page', sizeParameter: 'limit', pageSize },
  // What was changed since an instant.
  incremental: { kind: 'server_filter', in: 'body', parameter: 'timestamp', format: 'epoch_s' },
});

/** Adds, edits and deletes, each at an address of its own. */
function writes(path: string, id: string, deletes: 'DELETE' | 'POST' = 'DELETE'): HttpObject['operations'] {
  return {
    create: nonIdempotent(`POST ${path}/add`, { targetIdPath: id }),
    update: idempotent(`${deletes === 'POST' ? 'POST' : 'PUT'} ${path}/edit/{id}`),
    delete: idempotent({ method: deletes, path: `${path}/delete/{id}` }, { body: 'none' }),
  };
}

export const objects: Readonly<Record<string, HttpObject>> = {
  events: listOf(
    {
      title: 'Events',
      docs: 'Events',
      path: '/events/restSearch',
      request: { method: 'POST', body: { returnFormat: 'json', metadata: true } },
      recordsPath: 'response',
      extract: { each: 'Event' },
      schema: schemas.Event,
      ...searched(100),
    },
    writes('/events', 'Event.id'),
  ),
  attributes: listOf(
    {
      title: 'Attributes',
      docs: 'Attributes',
      path: '/attributes/restSearch',
      request: { method: 'POST', body: { returnFormat: 'json' } },
      recordsPath: 'response.Attribute',
      schema: schemas.Attribute,
      ...searched(1000),
    },
    {
      ...writes('/attributes', 'Attribute.id'),
      create: nonIdempotent('POST /attributes/add/{event_id}', { targetIdPath: 'Attribute.id' }),
    },
  ),
  tags: listOf(
    { title: 'Tags', docs: 'Tags', path: '/tags', recordsPath: 'Tag', schema: schemas.Tag },
    writes('/tags', 'id', 'POST'),
  ),
  feeds: listOf({ title: 'Feeds', docs: 'Feeds', path: '/feeds', extract: { each: 'Feed' }, schema: schemas.Feed }),
  galaxies: listOf({
    title: 'Galaxies',
    docs: 'Galaxies',
    path: '/galaxies',
    extract: { each: 'Galaxy' },
    schema: schemas.Galaxy,
  }),
  warninglists: listOf({
    title: 'Warninglists',
    docs: 'Warninglists',
    path: '/warninglists',
    recordsPath: 'Warninglists',
    extract: { each: 'Warninglist' },
    schema: schemas.Warninglist,
  }),
  users: listOf(
    { title: 'Users', docs: 'Users', path: '/admin/users', extract: { each: 'User' }, schema: schemas.User },
    writes('/admin/users', 'id'),
  ),
  organisations: listOf(
    {
      title: 'Organisations',
      docs: 'Organisations',
      path: '/organisations',
      extract: { each: 'Organisation' },
      schema: schemas.Organisation,
    },
    writes('/admin/organisations', 'id'),
  ),
};
