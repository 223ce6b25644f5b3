import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { type Collection, idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** @see https://developer.webex.com/docs/basics#pagination */
const paged = (pageSize: number) => ({ kind: 'link_header', sizeParameter: 'max', pageSize }) as const;

/** Groups are counted from 1. @see https://developer.webex.com/docs/api/v1/groups/list-and-search-groups */
const byIndex = {
  kind: 'offset',
  parameter: 'startIndex',
  first: 1,
  sizeParameter: 'count',
  pageSize: 100,
  totalPath: 'totalResults',
} as const;

const { listOf, objectOf, pagesOf } = restApi({
  docs: (page) => `https://developer.webex.com/docs/api/v1/${page}`,
  records: { recordsPath: 'items' },
  paged,
});

const rooms = pagesOf({ path: '/rooms', pageSize: 1000 });
const teams = pagesOf({ path: '/teams', pageSize: 1000 });

/** An update has to name what the vendor requires of it. */
const writesOf = (path: string, more: Partial<Collection> = {}): HttpObject['operations'] =>
  writesAt({ path, method: 'PUT', ...more });

const day = 86_400_000;

export const objects: Readonly<Record<string, HttpObject>> = {
  people: listOf(
    {
      title: 'People',
      path: '/people',
      docs: 'people/list-people',
      pageSize: 1000,
      schema: schemas.Person,
      find: true,
    },
    // An update takes all details: what is not given is sent as it was read.
    // @see https://developer.webex.com/docs/api/v1/people/update-a-person
    writesOf('/people', {
      lock: {
        request: { method: 'GET', path: '/people/{id}', query: { callingData: 'true' } },
        keepsRest: [
          'emails',
          'phoneNumbers',
          'extension',
          'locationId',
          'displayName',
          'firstName',
          'lastName',
          'nickName',
          'avatar',
          'orgId',
          'roles',
          'licenses',
          'department',
          'manager',
          'managerId',
          'title',
          'addresses',
          'siteUrls',
          'loginEnabled',
        ],
      },
    }),
  ),
  licenses: listOf({
    title: 'Licenses',
    path: '/licenses',
    docs: 'licenses/list-licenses',
    schema: schemas.License,
    find: true,
  }),
  user_licenses: objectOf(
    { title: 'Licenses of people', docs: 'licenses/assign-licenses-to-users', key: 'personId' },
    { update: idempotent('PATCH /licenses/users', { keepsKey: true }) },
  ),
  roles: listOf({ title: 'Roles', path: '/roles', docs: 'roles/list-roles', schema: schemas.Role, find: true }),
  groups: listOf({
    title: 'Groups',
    path: '/groups',
    docs: 'groups/list-and-search-groups',
    recordsPath: 'groups',
    paginate: byIndex,
    schema: schemas.Group,
    find: true,
  }),
  rooms: listOf(
    {
      title: 'Rooms (spaces)',
      path: '/rooms',
      docs: 'rooms/list-rooms',
      pageSize: 1000,
      schema: schemas.Room,
      find: true,
    },
    writesOf('/rooms'),
  ),
  memberships: listOf(
    {
      title: 'Memberships in rooms',
      path: '/memberships',
      query: { roomId: '{parent.id}' },
      docs: 'memberships/list-memberships',
      pageSize: 1000,
      schema: schemas.Membership,
      parents: { from: rooms, key: 'id' },
    },
    writesOf('/memberships', { remove: { effect: 'reversible' } }),
  ),
  teams: listOf(
    {
      title: 'Teams',
      path: '/teams',
      docs: 'teams/list-teams',
      pageSize: 1000,
      schema: schemas.Team,
      find: true,
    },
    writesOf('/teams'),
  ),
  team_memberships: listOf(
    {
      title: 'Memberships in teams',
      path: '/team/memberships',
      query: { teamId: '{parent.id}' },
      docs: 'team-memberships/list-team-memberships',
      pageSize: 1000,
      schema: schemas.TeamMembership,
      parents: { from: teams, key: 'id' },
    },
    writesOf('/team/memberships', { remove: { effect: 'reversible' } }),
  ),
  messages: objectOf(
    { title: 'Messages', docs: 'messages/create-a-message' },
    {
      create: nonIdempotent('POST /messages', { targetIdPath: 'id' }),
      update: idempotent('PUT /messages/{id}'),
      delete: idempotent('DELETE /messages/{id}'),
    },
  ),
  organizations: listOf({
    title: 'Organizations',
    path: '/organizations',
    docs: 'organizations/list-organizations',
    schema: schemas.Organization,
    find: true,
  }),
  admin_audit_events: listOf({
    title: 'Admin audit events',
    path: '/adminAudit/events',
    query: { orgId: '{parent.id}' },
    docs: 'admin-audit-events/list-admin-audit-events',
    pageSize: 200,
    schema: schemas.AdminAuditEvent,
    parents: { from: pagesOf({ path: '/organizations' }), key: 'id' },
    // One request gives events of a year at most.
    incremental: { kind: 'time_window', from: 'from', to: 'to', spanMs: 30 * day, historyMs: 365 * day },
  }),
};
