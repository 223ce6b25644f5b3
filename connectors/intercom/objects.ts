import type { GivenPages } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, objectOf } = restApi({
  docs: (page) => `https://developers.intercom.com/docs/references/rest-api/api.intercom.io/${page}`,
});

const dayMs = 86_400_000;

/**
 * A search for what changed, which asked since 1970 lists all. 150 records in a page at most, of any kind.
 *
 * @see https://developers.intercom.com/docs/build-an-integration/learn-more/rest-apis/pagination
 */
const searched = (
  path: string,
  lookbackMs: number,
): Pick<GivenPages, 'paginate' | 'incremental'> & { path: string; request: object } => ({
  path: `${path}/search`,
  request: { method: 'POST', body: { query: { field: 'updated_at', operator: '>', value: 0 } } },
  paginate: {
    kind: 'cursor',
    in: 'body',
    parameter: 'pagination.starting_after',
    path: 'pages.next.starting_after',
    sizeParameter: 'pagination.per_page',
    pageSize: 150,
  },
  incremental: { kind: 'server_filter', in: 'body', parameter: 'query.value', format: 'epoch_s', lookbackMs },
});

export const objects: Readonly<Record<string, HttpObject>> = {
  contacts: listOf(
    {
      title: 'Contacts',
      docs: 'contacts/searchcontacts',
      recordsPath: 'data',
      schema: schemas.Contact,
      find: '/contacts/{value}',
      // Instants are compared as days of the workspace, and a day is not found by itself: two of them, and the vendor's delay.
      ...searched('/contacts', 2 * dayMs + 3_600_000),
    },
    writesAt({
      path: '/contacts',
      method: 'PUT',
      find: {
        path: '/contacts/find_by_external_id/{external_id}',
        recordsPath: '$',
        idPath: 'id',
        adoptsConflict: true,
        ignoresCase: 'undocumented',
        searchLagMs: 'undocumented',
      },
      updateBy: 'address',
    }),
  ),
  contact_tags: objectOf(
    { title: 'Tags of contacts', docs: 'contacts/attachtagtocontact', key: ['contact_id', 'id'] },
    {
      upsert: idempotent({ method: 'POST', path: '/contacts/{contact_id}/tags', bodyFields: { id: '{id}' } }),
      delete: idempotent('DELETE /contacts/{contact_id}/tags/{id}', { body: 'none', effect: 'reversible' }),
    },
  ),
  companies: listOf(
    {
      title: 'Companies',
      path: '/companies/scroll',
      docs: 'companies/scrolloverallcompanies',
      recordsPath: 'data',
      schema: schemas.Company,
      // Pages of 100, until one is empty. A scroll lasts a minute.
      paginate: { kind: 'cursor', parameter: 'scroll_param', path: 'scroll_param', emptyPageEnds: true },
      find: '/companies/{value}',
    },
    {
      // Finds the company by `company_id` itself.
      upsert: idempotent('POST /companies', { targetIdPath: 'id' }),
      ...writesAt({ path: '/companies', method: 'PUT', only: ['update', 'delete'] }),
    },
  ),
  conversations: listOf(
    {
      title: 'Conversations',
      docs: 'conversations/searchconversations',
      recordsPath: 'conversations',
      schema: schemas.Conversation,
      find: '/conversations/{value}',
      ...searched('/conversations', 3_600_000),
    },
    writesAt({ path: '/conversations', method: 'PUT', only: ['update', 'delete'] }),
  ),
  conversation_replies: objectOf(
    { title: 'Replies to conversations', docs: 'conversations/replyconversation', key: ['conversation_id', 'id'] },
    { create: nonIdempotent('POST /conversations/{conversation_id}/reply') },
  ),
  tickets: listOf(
    {
      title: 'Tickets',
      docs: 'tickets/searchtickets',
      recordsPath: 'tickets',
      schema: schemas.Ticket,
      find: '/tickets/{value}',
      ...searched('/tickets', 3_600_000),
    },
    writesAt({ path: '/tickets', method: 'PUT' }),
  ),
  ticket_replies: objectOf(
    { title: 'Replies to tickets', docs: 'tickets/replyticket', key: ['ticket_id', 'id'] },
    { create: nonIdempotent('POST /tickets/{ticket_id}/reply') },
  ),
  ticket_types: listOf({
    title: 'Ticket types',
    path: '/ticket_types',
    docs: 'ticket-types/listtickettypes',
    recordsPath: 'data',
    schema: schemas.TicketType,
  }),
  admins: listOf({
    title: 'Admins',
    path: '/admins',
    docs: 'admins/listadmins',
    recordsPath: 'admins',
    schema: schemas.Admin,
  }),
  teams: listOf({
    title: 'Teams',
    path: '/teams',
    docs: 'teams/listteams',
    recordsPath: 'teams',
    schema: schemas.Team,
  }),
  tags: listOf({ title: 'Tags', path: '/tags', docs: 'tags/listtags', recordsPath: 'data', schema: schemas.Tag }),
  segments: listOf({
    title: 'Segments',
    path: '/segments',
    docs: 'segments/listsegments',
    recordsPath: 'segments',
    schema: schemas.Segment,
  }),
};
