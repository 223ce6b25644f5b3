import { finds, writes } from '../kit/http/complete-operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import type { GivenPages, HttpFind, HttpWrite } from '../kit/http/operations.ts';
import { restApi, withNamed } from '../kit/rest.ts';
import { type Collection, findOrCreate, idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://developer.zendesk.com/api-reference/${page}/`,
  // 100 at most. @see https://developer.zendesk.com/api-reference/introduction/pagination/
  paginate: {
    kind: 'cursor',
    parameter: 'page[after]',
    path: 'meta.after_cursor',
    hasMorePath: 'meta.has_more',
    sizeParameter: 'page[size]',
    pageSize: 100,
  },
});

/**
 * All records since the account was created, in order of change, including archived and deleted ones, which lists omit.
 *
 * @see https://developer.zendesk.com/documentation/ticketing/managing-tickets/using-the-incremental-export-api/
 */
const asExport = {
  docs: 'ticketing/ticket-management/incremental_exports',
  query: { start_time: '0' },
  paginate: {
    kind: 'next_url',
    path: 'after_url',
    endPath: 'end_of_stream',
    sizeParameter: 'per_page',
    pageSize: 1000,
  },
  incremental: { kind: 'change_feed', path: 'after_url' },
} as const;

/**
 * Finds up to a hundred records by their ids in one call. @see
 * https://developer.zendesk.com/api-reference/ticketing/users/users/#show-many-users
 */
function findMany(path: string, recordsPath: string): HttpFind {
  return finds({
    request: { method: 'GET', path: `${path}/show_many`, query: { ids: '{value}' } },
    format: { kind: 'json', recordsPath },
    valuesMax: 100,
  });
}

/** Read once for each ticket, in the order of the tickets' own list. */
const ofTickets: GivenPages['parents'] = {
  from: pagesOf({ path: '/tickets', recordsPath: 'tickets' }),
  key: 'id',
  copy: { ticket_id: 'id' },
};

/**
 * Records are sent and answered under their name. Deleted tickets, users and organizations stay restorable for a while.
 */
function writesOf(path: string, member: string, more: Partial<Collection> = {}): HttpObject['operations'] {
  const remove = { effect: 'reversible' } as const;
  return writesAt({ path, member, method: 'PUT', remove, ...more });
}

/** As the vendor's own client sends it. @see https://github.com/zendesk/zendesk_api_client_rb/blob/main/lib/zendesk_api/resource.rb */
const namedInBody = { keepsKey: ['id'] };

/** Creates, or changes the record that has the same key already; the vendor looks for it. */
function createsOrUpdates(path: string, member: string): HttpWrite {
  return idempotent({ method: 'POST', path: `${path}/create_or_update`, bodyFields: { [member]: '{$record}' } });
}

/**
 * Keys are remembered for two hours. @see
 * https://developer.zendesk.com/api-reference/ticketing/introduction/#idempotency
 */
const createTicket = writes({
  request: { method: 'POST', path: '/tickets', bodyFields: { ticket: '{$record}' } },
  idempotency: { kind: 'header', name: 'idempotency-key', ttlMs: 2 * 3_600_000 },
  targetIdPath: 'ticket.id',
});

/**
 * Sent twice, it is there twice. @see https://developer.zendesk.com/api-reference/ticketing/tickets/ticket_comments/#create-ticket-comment
 */
const addComment = nonIdempotent({
  method: 'PUT',
  path: '/tickets/{ticket_id}',
  bodyFields: { 'ticket.comment.body': '{body}', 'ticket.comment.public': '{public}' },
});

const createOrganization = findOrCreate(
  { method: 'POST', path: '/organizations', bodyFields: { organization: '{$record}' } },
  {
    find: {
      path: '/organizations/search',
      query: { name: '{name}' },
      recordsPath: 'organizations',
      idPath: 'id',
      ignoresCase: true,
      searchLagMs: 'undocumented',
    },
    targetIdPath: 'organization.id',
  },
);

export const objects: Readonly<Record<string, HttpObject>> = {
  tickets: withNamed(
    listOf(
      {
        title: 'Tickets',
        path: '/tickets',
        recordsPath: 'tickets',
        docs: 'ticketing/tickets/tickets',
        schema: schemas.Ticket,
      },
      {
        find: findMany('/tickets', 'tickets'),
        ...writesOf('/tickets', 'ticket'),
        create: createTicket,
      },
    ),
    {
      assign: { object: 'tickets', operation: 'update', of: 'id' },
      comment: { object: 'ticket_comments', operation: 'create', of: 'ticket_id', values: { public: true } },
      note: { object: 'ticket_comments', operation: 'create', of: 'ticket_id', values: { public: false } },
      resolve: { object: 'tickets', operation: 'update', of: 'id', values: { status: 'solved' } },
    },
  ),
  ticket_changes: listOf({
    title: 'Incremental ticket export, with archived and deleted tickets',
    path: '/incremental/tickets/cursor',
    recordsPath: 'tickets',
    schema: schemas.Ticket,
    ...asExport,
  }),
  ticket_comments: listOf(
    {
      title: 'Ticket comments',
      path: '/tickets/{parent.id}/comments',
      recordsPath: 'comments',
      docs: 'ticketing/tickets/ticket_comments',
      schema: schemas.Comment,
      parents: ofTickets,
      key: ['ticket_id', 'id'],
    },
    { create: addComment },
  ),
  ticket_audits: listOf({
    title: 'Ticket audits',
    path: '/tickets/{parent.id}/audits',
    recordsPath: 'audits',
    docs: 'ticketing/tickets/ticket_audits',
    schema: schemas.Audit,
    parents: ofTickets,
    key: ['ticket_id', 'id'],
  }),
  users: listOf(
    {
      title: 'Users',
      path: '/users',
      recordsPath: 'users',
      docs: 'ticketing/users/users',
      schema: schemas.User,
      // @see https://developer.zendesk.com/api-reference/ticketing/users/users/#list-users
      filters: { role: { parameter: 'role', values: ['end-user', 'agent', 'admin'] } },
    },
    {
      find: findMany('/users', 'users'),
      create: createsOrUpdates('/users', 'user'),
      upsert: createsOrUpdates('/users', 'user'),
      ...writesOf('/users', 'user', { only: ['update', 'delete'] }),
    },
  ),
  user_changes: listOf({
    title: 'Incremental user export, with deleted users',
    path: '/incremental/users/cursor',
    recordsPath: 'users',
    schema: schemas.User,
    ...asExport,
  }),
  organizations: listOf(
    {
      title: 'Organizations',
      path: '/organizations',
      recordsPath: 'organizations',
      docs: 'ticketing/organizations/organizations',
      schema: schemas.Organization,
    },
    {
      find: findMany('/organizations', 'organizations'),
      create: createOrganization,
      upsert: createsOrUpdates('/organizations', 'organization'),
      ...writesOf('/organizations', 'organization', { only: ['update', 'delete'], ...namedInBody }),
    },
  ),
  groups: listOf(
    { title: 'Groups', path: '/groups', recordsPath: 'groups', docs: 'ticketing/groups/groups', schema: schemas.Group },
    writesOf('/groups', 'group', namedInBody),
  ),
  group_memberships: listOf({
    title: 'Group memberships',
    path: '/group_memberships',
    recordsPath: 'group_memberships',
    docs: 'ticketing/groups/group_memberships',
    schema: schemas.GroupMembership,
  }),
  organization_memberships: listOf({
    title: 'Organization memberships',
    path: '/organization_memberships',
    recordsPath: 'organization_memberships',
    docs: 'ticketing/organizations/organization_memberships',
    schema: schemas.OrganizationMembership,
  }),
  ticket_fields: listOf(
    {
      title: 'Ticket fields',
      path: '/ticket_fields',
      recordsPath: 'ticket_fields',
      docs: 'ticketing/tickets/ticket_fields',
      schema: schemas.TicketField,
    },
    writesOf('/ticket_fields', 'ticket_field', { only: ['create', 'delete'] }),
  ),
  ticket_forms: listOf({
    title: 'Ticket forms',
    path: '/ticket_forms',
    recordsPath: 'ticket_forms',
    docs: 'ticketing/tickets/ticket_forms',
    schema: schemas.TicketForm,
    paginate: { kind: 'next_url', path: 'next_page', sizeParameter: 'per_page', pageSize: 100 },
  }),
  custom_statuses: listOf(
    {
      title: 'Custom ticket statuses',
      path: '/custom_statuses',
      recordsPath: 'custom_statuses',
      docs: 'ticketing/tickets/custom_ticket_statuses',
      schema: schemas.CustomStatus,
      paginate: { kind: 'none' },
    },
    writesOf('/custom_statuses', 'custom_status', { only: ['create', 'update'] }),
  ),
  brands: listOf({
    title: 'Brands',
    path: '/brands',
    recordsPath: 'brands',
    docs: 'ticketing/account-configuration/brands',
    schema: schemas.Brand,
  }),
  views: listOf({
    title: 'Views',
    path: '/views',
    recordsPath: 'views',
    docs: 'ticketing/business-rules/views',
    schema: schemas.Rule,
  }),
  triggers: listOf(
    {
      title: 'Triggers',
      path: '/triggers',
      recordsPath: 'triggers',
      docs: 'ticketing/business-rules/triggers',
      schema: schemas.Rule,
    },
    writesOf('/triggers', 'trigger', { only: ['create', 'delete'] }),
  ),
  automations: listOf(
    {
      title: 'Automations',
      path: '/automations',
      recordsPath: 'automations',
      docs: 'ticketing/business-rules/automations',
      schema: schemas.Automation,
    },
    writesOf('/automations', 'automation', namedInBody),
  ),
  macros: listOf(
    {
      title: 'Macros',
      path: '/macros',
      recordsPath: 'macros',
      docs: 'ticketing/business-rules/macros',
      schema: schemas.Rule,
    },
    writesOf('/macros', 'macro', { only: ['create', 'delete'] }),
  ),
  support_addresses: listOf(
    {
      title: 'Support addresses',
      path: '/recipient_addresses',
      recordsPath: 'recipient_addresses',
      docs: 'ticketing/account-configuration/support_addresses',
      schema: schemas.SupportAddress,
    },
    writesOf('/recipient_addresses', 'recipient_address', namedInBody),
  ),
  webhooks: listOf(
    {
      title: 'Webhooks',
      path: '/webhooks',
      recordsPath: 'webhooks',
      docs: 'webhooks/webhooks-api/webhooks',
      schema: schemas.Webhook,
    },
    writesOf('/webhooks', 'webhook', { only: ['delete'] }),
  ),
  help_center_categories: listOf({
    title: 'Help center categories',
    path: '/help_center/categories',
    recordsPath: 'categories',
    docs: 'help_center/help-center-api/categories',
    schema: schemas.Shelf,
  }),
  help_center_sections: listOf({
    title: 'Help center sections',
    path: '/help_center/sections',
    recordsPath: 'sections',
    docs: 'help_center/help-center-api/sections',
    schema: schemas.Shelf,
  }),
  help_center_articles: listOf({
    title: 'Help center articles',
    path: '/help_center/articles',
    recordsPath: 'articles',
    docs: 'help_center/help-center-api/articles',
    schema: schemas.Article,
  }),
  community_topics: listOf(
    {
      title: 'Community topics',
      path: '/community/topics',
      recordsPath: 'topics',
      docs: 'help_center/help-center-api/topics',
      schema: schemas.Topic,
    },
    writesOf('/community/topics', 'topic', { only: ['delete'] }),
  ),
};
