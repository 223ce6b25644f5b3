import { finds } from '../kit/http/complete-operations.ts';
import type { HttpFind } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { type Find, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** 100 at most. A page that is not full is the last. @see https://api.freshservice.com/#pagination */
const paged = (pageSize = 100) =>
  ({ kind: 'page', parameter: 'page', sizeParameter: 'per_page', pageSize, shortPageEnds: true }) as const;

const { listOf, objectOf, pagesOf } = restApi({
  docs: (page) => `https://api.freshservice.com/#${page}`,
  paginate: paged(),
});

/** A record by its id, in the member of its type's name. */
function findIn(path: string, member: string): { find: HttpFind } {
  const format = { kind: 'json', recordsPath: member } as const;
  return { find: finds({ request: { method: 'GET', path: `${path}/{value}` }, format, notFoundIsAbsent: true }) };
}

/** Records are alone in requests, and in the member of their type's name in answers. */
const writesOf = (path: string, member: string, remove = true): HttpObject['operations'] =>
  writesAt({
    path,
    method: 'PUT',
    targetIdPath: `${member}.id`,
    only: remove ? ['create', 'update', 'delete'] : ['create', 'update'],
    // Deleted records can be restored.
    remove: { effect: 'reversible' },
  });

const requesterByEmail: Find = {
  path: '/requesters',
  query: { email: '{primary_email}' },
  recordsPath: 'requesters',
  idPath: 'id',
  ignoresCase: true,
};

/** Without an instant, only tickets of the last 30 days are listed. @see https://api.freshservice.com/#view_all_ticket */
const allTickets = { updated_since: '2000-01-01T00:00:00Z' };

export const objects: Readonly<Record<string, HttpObject>> = {
  tickets: listOf(
    {
      title: 'Tickets',
      path: '/tickets',
      query: allTickets,
      docs: 'view_all_ticket',
      recordsPath: 'tickets',
      schema: schemas.Ticket,
      incremental: { kind: 'server_filter', parameter: 'updated_since', format: 'iso_s' },
    },
    { ...findIn('/tickets', 'ticket'), ...writesOf('/tickets', 'ticket') },
  ),
  ticket_conversations: listOf({
    title: 'Conversations of tickets',
    path: '/tickets/{parent.id}/conversations',
    docs: 'list_all_conversations_ticket',
    key: ['ticket_id', 'id'],
    recordsPath: 'conversations',
    schema: schemas.Conversation,
    parents: {
      from: pagesOf({ path: '/tickets', query: allTickets, recordsPath: 'tickets' }),
      key: 'id',
      copy: { ticket_id: 'id' },
    },
  }),
  ticket_notes: objectOf(
    { title: 'Notes on tickets', docs: 'create_note', key: ['ticket_id', 'id'] },
    { create: nonIdempotent('POST /tickets/{ticket_id}/notes', { targetIdPath: 'conversation.id' }) },
  ),
  ticket_replies: objectOf(
    { title: 'Replies to tickets', docs: 'reply_ticket', key: ['ticket_id', 'id'] },
    { create: nonIdempotent('POST /tickets/{ticket_id}/reply', { targetIdPath: 'conversation.id' }) },
  ),
  problems: listOf(
    {
      title: 'Problems',
      path: '/problems',
      docs: 'list_all_problems',
      recordsPath: 'problems',
      schema: schemas.Problem,
    },
    { ...findIn('/problems', 'problem'), ...writesOf('/problems', 'problem') },
  ),
  changes: listOf(
    { title: 'Changes', path: '/changes', docs: 'list_all_changes', recordsPath: 'changes', schema: schemas.Change },
    { ...findIn('/changes', 'change'), ...writesOf('/changes', 'change') },
  ),
  releases: listOf(
    {
      title: 'Releases',
      path: '/releases',
      docs: 'list_all_releases',
      recordsPath: 'releases',
      schema: schemas.Release,
    },
    findIn('/releases', 'release'),
  ),
  assets: listOf(
    {
      title: 'Assets',
      path: '/assets',
      docs: 'list_all_assets',
      key: 'display_id',
      recordsPath: 'assets',
      schema: schemas.Asset,
    },
    {
      ...findIn('/assets', 'asset'),
      ...writesAt({
        path: '/assets',
        id: 'display_id',
        method: 'PUT',
        targetIdPath: 'asset.display_id',
        remove: { effect: 'reversible' },
      }),
    },
  ),
  requesters: listOf(
    {
      title: 'Requesters',
      path: '/requesters',
      docs: 'list_all_requesters',
      recordsPath: 'requesters',
      schema: schemas.Requester,
    },
    {
      ...findIn('/requesters', 'requester'),
      // A delete deactivates. @see https://api.freshservice.com/#deactivate_a_requester
      ...writesAt({
        path: '/requesters',
        method: 'PUT',
        targetIdPath: 'requester.id',
        find: { ...requesterByEmail, adoptsConflict: true },
        remove: { effect: 'reversible' },
      }),
    },
  ),
  agents: listOf(
    { title: 'Agents', path: '/agents', docs: 'list_all_agents', recordsPath: 'agents', schema: schemas.Agent },
    findIn('/agents', 'agent'),
  ),
  departments: listOf({
    title: 'Departments',
    path: '/departments',
    docs: 'list_all_departments',
    recordsPath: 'departments',
    schema: schemas.Department,
  }),
  locations: listOf({
    title: 'Locations',
    path: '/locations',
    docs: 'list_all_locations',
    recordsPath: 'locations',
    schema: schemas.Location,
  }),
  vendors: listOf(
    { title: 'Vendors', path: '/vendors', docs: 'list_all_vendors', recordsPath: 'vendors', schema: schemas.Vendor },
    { create: nonIdempotent('POST /vendors', { targetIdPath: 'vendor.id' }) },
  ),
  products: listOf({
    title: 'Products',
    path: '/products',
    docs: 'list_all_products',
    recordsPath: 'products',
    schema: schemas.Product,
  }),
  service_items: listOf({
    title: 'Service items',
    path: '/service_catalog/items',
    docs: 'list_all_service_items',
    recordsPath: 'service_items',
    schema: schemas.ServiceItem,
  }),
};
