import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { type Collection, type Find, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, objectOf, pagesOf } = restApi({
  docs: (page) => `https://developers.freshdesk.com/api/#${page}`,
  // 100 at most; the header links to the next page while there is one. @see https://developers.freshdesk.com/api/#pagination
  paginate: { kind: 'link_header', sizeParameter: 'per_page', pageSize: 100 },
});

/**
 * Without an instant, only tickets of the last 30 days are listed. In the order of their changes, so that tickets which
 * change meanwhile come last.
 *
 * @see https://developers.freshdesk.com/api/#list_all_tickets
 */
const allTickets = { updated_since: '2000-01-01T00:00:00Z', order_by: 'updated_at', order_type: 'asc' };

const since = { kind: 'server_filter', parameter: 'updated_since', format: 'iso_s' } as const;

const writesOf = (path: string, more: Partial<Collection> = {}): HttpObject['operations'] =>
  writesAt({ path, method: 'PUT', only: ['create', 'update', 'delete'], ...more });

/** Deleted records can be restored. */
const restorable = { effect: 'reversible' } as const;

/** An e-mail address has one contact. */
const contactByEmail: Find = {
  path: '/contacts',
  query: { email: '{email}' },
  recordsPath: '$',
  idPath: 'id',
  ignoresCase: 'undocumented',
  searchLagMs: 'undocumented',
  adoptsConflict: true,
};

const categories = { path: '/solutions/categories' };

export const objects: Readonly<Record<string, HttpObject>> = {
  tickets: listOf(
    {
      title: 'Tickets',
      path: '/tickets',
      query: allTickets,
      docs: 'list_all_tickets',
      schema: schemas.Ticket,
      // In the order of their changes: what one listing does not give, the next reading begins with.
      incremental: { ...since, orderedBy: 'updated_at' },
      find: true,
    },
    writesOf('/tickets', { remove: restorable }),
  ),
  ticket_conversations: listOf({
    title: 'Conversations of tickets',
    path: '/tickets/{parent.id}/conversations',
    docs: 'list_all_ticket_notes',
    key: ['ticket_id', 'id'],
    schema: schemas.Conversation,
    parents: { from: pagesOf({ path: '/tickets', query: allTickets }), key: 'id', copy: { ticket_id: 'id' } },
  }),
  ticket_notes: objectOf(
    { title: 'Notes on tickets', docs: 'add_note_to_a_ticket', key: ['ticket_id', 'id'] },
    { create: nonIdempotent('POST /tickets/{ticket_id}/notes', { targetIdPath: 'id' }) },
  ),
  ticket_replies: objectOf(
    { title: 'Replies to tickets', docs: 'reply_ticket', key: ['ticket_id', 'id'] },
    { create: nonIdempotent('POST /tickets/{ticket_id}/reply', { targetIdPath: 'id' }) },
  ),
  contacts: listOf(
    { title: 'Contacts', path: '/contacts', docs: 'list_all_contacts', schema: schemas.Contact, find: true },
    writesAt({ path: '/contacts', method: 'PUT', find: contactByEmail, updateBy: 'address', remove: restorable }),
  ),
  companies: listOf(
    {
      title: 'Companies',
      path: '/companies',
      docs: 'list_all_companies',
      schema: schemas.Company,
      incremental: since,
      find: true,
    },
    writesOf('/companies'),
  ),
  agents: listOf(
    { title: 'Agents', path: '/agents', docs: 'list_all_agents', schema: schemas.Agent, find: true },
    writesOf('/agents', { only: ['update', 'delete'] }),
  ),
  groups: listOf(
    { title: 'Groups', path: '/groups', docs: 'list_all_groups', schema: schemas.Group, find: true },
    writesOf('/groups'),
  ),
  roles: listOf({
    title: 'Roles',
    path: '/roles',
    docs: 'list_all_roles',
    schema: schemas.Role,
  }),
  solution_categories: listOf(
    {
      title: 'Categories of the knowledge base',
      ...categories,
      docs: 'solution_categories',
      schema: schemas.Category,
      find: true,
    },
    writesOf('/solutions/categories'),
  ),
  solution_folders: listOf({
    title: 'Folders of the knowledge base',
    path: '/solutions/categories/{parent.id}/folders',
    docs: 'solution_folders',
    schema: schemas.Folder,
    parents: { from: pagesOf(categories), key: 'id', copy: { category_id: 'id' } },
  }),
};
