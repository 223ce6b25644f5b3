import { filter } from '../kit/filters/filter-text.ts';
import type { HttpWrite } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, type WriteDetails, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** The first version of the API has users, systems and commands; its lists count their records. */
const first = restApi({
  docs: (page) => `https://docs.jumpcloud.com/api/1.0/index.html#tag/${page}`,
  key: '_id',
  records: { recordsPath: 'results' },
  // 100 at most, in an order of their own: sorted, records that are added during a read come last.
  paginate: {
    kind: 'offset',
    parameter: 'skip',
    totalPath: 'totalCount',
    sizeParameter: 'limit',
    pageSize: 100,
  },
});

/** The second version has groups and policies. */
const paginate = { kind: 'offset', parameter: 'skip', sizeParameter: 'limit', pageSize: 100 } as const;
const second = restApi({
  docs: (page) => `https://docs.jumpcloud.com/api/2.0/index.html#tag/${page}`,
  paginate,
});

/**
 * Filters know wildcards and no escapes: a name with one in it finds others too, behind which its own may be.
 *
 * @see https://github.com/TheJumpCloud/support/blob/master/PowerShell/JumpCloud%20Module/Docs/Get-JCUserGroup.md
 */
const groupWrites = (path: string): HttpObject['operations'] =>
  writesAt({
    path,
    method: 'PUT',
    // An update is a full one. @see https://docs.jumpcloud.com/api/2.0/index.html#tag/User-Groups/operation/groups_user_put
    keeps: [
      'name',
      'description',
      'email',
      'attributes',
      'membershipMethod',
      'memberQuery',
      'memberQueryExemptions',
      'memberSuggestionsNotify',
    ],
    find: {
      path,
      query: { filter: filter('name:eq:{name|plain}') },
      recordsPath: '$',
      paginate,
      searchLagMs: 'undocumented',
    },
  });

/** Members are added and removed by the same call. */
function membership(title: string, path: string, type: string, docs: string): HttpObject {
  const change = (op: 'add' | 'remove', details: WriteDetails = {}): HttpWrite =>
    idempotent({ method: 'POST', path, bodyFields: { op, type, id: '{to.id}' } }, details);
  const isMember = { status: 409, bodyIncludes: ['Already Exists'] };
  return second.listOf(
    {
      title,
      docs,
      path: path.replace('{group_id}', '{parent.id}'),
      key: ['group_id', 'to.id'],
      schema: schemas.Member,
      parents: {
        from: second.pagesOf({ path: path.replace('/{group_id}/members', ''), query: { sort: 'id' } }),
        key: 'id',
        copy: { group_id: 'id' },
      },
    },
    { upsert: change('add', { already: isMember }), delete: change('remove', { effect: 'reversible' }) },
  );
}

export const objects: Readonly<Record<string, HttpObject>> = {
  users: first.listOf(
    {
      title: 'Users',
      path: '/systemusers',
      docs: 'Systemusers',
      query: { sort: '_id' },
      schema: schemas.User,
      find: true,
    },
    writesAt({
      path: '/systemusers',
      id: '_id',
      record: '/systemusers/{_id}',
      method: 'PUT',
      find: {
        path: '/systemusers',
        query: { filter: filter('email:$eq:{email|plain}'), limit: '2' },
        recordsPath: 'results',
        searchLagMs: 'undocumented',
      },
    }),
  ),
  systems: first.listOf(
    { title: 'Systems', path: '/systems', docs: 'Systems', query: { sort: '_id' }, schema: schemas.System, find: true },
    writesAt({ path: '/systems', id: '_id', method: 'PUT', only: ['update', 'delete'] }),
  ),
  applications: first.listOf({
    title: 'Applications',
    path: '/applications',
    docs: 'Applications',
    query: { sort: '_id' },
    schema: schemas.Application,
    find: true,
  }),
  commands: first.listOf({
    title: 'Commands',
    path: '/commands',
    docs: 'Commands',
    query: { sort: '_id' },
    schema: schemas.Command,
  }),
  command_results: first.listOf({
    title: 'Command results',
    path: '/commandresults',
    docs: 'Command-Results',
    query: { sort: '_id' },
    schema: schemas.CommandResult,
    find: true,
  }),
  radius_servers: first.listOf({
    title: 'RADIUS servers',
    path: '/radiusservers',
    docs: 'Radius-Servers',
    query: { sort: '_id' },
    schema: schemas.RadiusServer,
  }),
  user_groups: second.listOf(
    {
      title: 'User groups',
      path: '/v2/usergroups',
      docs: 'User-Groups',
      query: { sort: 'id' },
      schema: schemas.UserGroup,
      find: true,
    },
    groupWrites('/v2/usergroups'),
  ),
  user_group_members: membership(
    'User group members',
    '/v2/usergroups/{group_id}/members',
    'user',
    'User-Group-Members-&-Membership',
  ),
  system_groups: second.listOf(
    {
      title: 'System groups',
      path: '/v2/systemgroups',
      docs: 'System-Groups',
      query: { sort: 'id' },
      schema: schemas.Group,
      find: true,
    },
    groupWrites('/v2/systemgroups'),
  ),
  system_group_members: membership(
    'System group members',
    '/v2/systemgroups/{group_id}/members',
    'system',
    'System-Group-Members-&-Membership',
  ),
  policies: second.listOf({
    title: 'Policies',
    path: '/v2/policies',
    docs: 'Policies',
    query: { sort: 'id' },
    schema: schemas.Policy,
  }),
};
