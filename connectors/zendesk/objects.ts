import type { z } from 'zod';
import { finds, type HttpObject, reads, writes } from '../kit/define.ts';
import type { GivenPages, HttpFind, HttpWrite } from '../kit/http/operations.ts';
import * as schemas from './schema.ts';

const docs = 'https://developer.zendesk.com/api-reference';

/** 100 at most. @see https://developer.zendesk.com/api-reference/introduction/pagination/ */
const byCursor: GivenPages['paginate'] = {
  kind: 'cursor',
  parameter: 'page[after]',
  path: 'meta.after_cursor',
  hasMorePath: 'meta.has_more',
  sizeParameter: 'page[size]',
  pageSize: 100,
};

/**
 * Everything since the account began, in the order of change: also what lists leave out, archived and deleted records.
 *
 * @see https://developer.zendesk.com/documentation/ticketing/managing-tickets/using-the-incremental-export-api/
 */
const asExport: GivenPages['paginate'] = {
  kind: 'next_url',
  path: 'after_url',
  endPath: 'end_of_stream',
  sizeParameter: 'per_page',
  pageSize: 1000,
};

interface Listing {
  title: string;
  path: string;
  /** Member of the answer that holds the list. */
  list: string;
  page: string;
  schema: z.ZodType;
  query?: Record<string, string>;
  paginate?: GivenPages['paginate'];
  incremental?: GivenPages['incremental'];
  filters?: GivenPages['filters'];
  parents?: GivenPages['parents'];
  key?: string[];
}

function listed(
  {
    title,
    path,
    list,
    page,
    schema,
    query = {},
    paginate = byCursor,
    incremental,
    filters,
    parents,
    key = ['id'],
  }: Listing,
  rest: HttpObject['operations'] = {},
): HttpObject {
  const reading = reads({
    kind: 'pages',
    request: { method: 'GET', path, query },
    format: { kind: 'json', recordsPath: list },
    paginate,
    ...(incremental === undefined ? {} : { incremental }),
    ...(filters === undefined ? {} : { filters }),
    ...(parents === undefined ? {} : { parents }),
  });
  return { title, key, schema, docsUrl: `${docs}/${page}/`, operations: { list: reading, ...rest } };
}

/** Finds up to a hundred records by their ids in one call. @see https://developer.zendesk.com/api-reference/ticketing/users/users/#show-many-users */
function finding(path: string, list: string): HttpFind {
  return finds({
    request: { method: 'GET', path: `${path}/show_many`, query: { ids: '{value}' } },
    format: { kind: 'json', recordsPath: list },
    valuesMax: 100,
  });
}

/** Read once for each ticket, in the order of the tickets' own list. */
const ofTickets: GivenPages['parents'] = {
  from: {
    kind: 'pages',
    request: { method: 'GET', path: '/tickets' },
    format: { kind: 'json', recordsPath: 'tickets' },
    paginate: byCursor,
  },
  key: 'id',
  copy: { ticket_id: 'id' },
};

/** Creates a record; ones are sent and answered under their name. */
function creates(path: string, name: string, idempotency: HttpWrite['idempotency']): HttpWrite {
  return writes({
    request: { method: 'POST', path, bodyFields: { [name]: '{$record}' } },
    idempotency,
    targetIdPath: `${name}.id`,
  });
}

function updates(path: string, name: string): HttpWrite {
  return writes({
    request: { method: 'PUT', path: `${path}/{id}`, bodyFields: { [name]: '{$record}' } },
    idempotency: { kind: 'put_by_key' },
  });
}

/** Creates, or changes the record that has the same key already; the vendor looks for it. */
function createsOrUpdates(path: string, name: string): HttpWrite {
  return writes({
    request: { method: 'POST', path: `${path}/create_or_update`, bodyFields: { [name]: '{$record}' } },
    idempotency: { kind: 'put_by_key' },
  });
}

/** Deleted tickets, users and organizations stay restorable for a while. */
function deletes(path: string): HttpWrite {
  return writes({
    request: { method: 'DELETE', path: `${path}/{id}` },
    idempotency: { kind: 'put_by_key' },
    effect: 'reversible',
  });
}

/** Keys are remembered for two hours. @see https://developer.zendesk.com/api-reference/ticketing/introduction/#idempotency */
const byHeader = { kind: 'header', name: 'idempotency-key', ttlMs: 2 * 3_600_000 } as const;
const unguarded = { kind: 'none' } as const;

const { Ticket, Comment, Audit, TicketField, TicketForm, CustomStatus, Brand, Rule, Automation, SupportAddress } =
  schemas;
const { User, Organization, Group, GroupMembership, OrganizationMembership, Webhook, Shelf, Article, Topic } = schemas;

export const objects: Readonly<Record<string, HttpObject>> = {
  tickets: listed(
    { title: 'Tickets', path: '/tickets', list: 'tickets', page: 'ticketing/tickets/tickets', schema: Ticket },
    {
      find: finding('/tickets', 'tickets'),
      create: creates('/tickets', 'ticket', byHeader),
      update: updates('/tickets', 'ticket'),
      delete: deletes('/tickets'),
    },
  ),
  ticket_changes: listed({
    title: 'Tickets in the order of change, archived and deleted ones too',
    path: '/incremental/tickets/cursor',
    list: 'tickets',
    page: 'ticketing/ticket-management/incremental_exports',
    schema: Ticket,
    query: { start_time: '0' },
    paginate: asExport,
    incremental: { kind: 'change_feed', path: 'after_url' },
  }),
  ticket_comments: listed({
    title: 'Comments of tickets',
    path: '/tickets/{parent.id}/comments',
    list: 'comments',
    page: 'ticketing/tickets/ticket_comments',
    schema: Comment,
    parents: ofTickets,
    key: ['ticket_id', 'id'],
  }),
  ticket_audits: listed({
    title: 'History of tickets',
    path: '/tickets/{parent.id}/audits',
    list: 'audits',
    page: 'ticketing/tickets/ticket_audits',
    schema: Audit,
    parents: ofTickets,
    key: ['ticket_id', 'id'],
  }),
  users: listed(
    {
      title: 'Users',
      path: '/users',
      list: 'users',
      page: 'ticketing/users/users',
      schema: User,
      // @see https://developer.zendesk.com/api-reference/ticketing/users/users/#list-users
      filters: { role: { parameter: 'role', values: ['end-user', 'agent', 'admin'] } },
    },
    {
      find: finding('/users', 'users'),
      create: createsOrUpdates('/users', 'user'),
      update: updates('/users', 'user'),
      upsert: createsOrUpdates('/users', 'user'),
      delete: deletes('/users'),
    },
  ),
  user_changes: listed({
    title: 'Users in the order of change, deleted ones too',
    path: '/incremental/users/cursor',
    list: 'users',
    page: 'ticketing/ticket-management/incremental_exports',
    schema: User,
    query: { start_time: '0' },
    paginate: asExport,
    incremental: { kind: 'change_feed', path: 'after_url' },
  }),
  organizations: listed(
    {
      title: 'Organizations',
      path: '/organizations',
      list: 'organizations',
      page: 'ticketing/organizations/organizations',
      schema: Organization,
    },
    {
      find: finding('/organizations', 'organizations'),
      create: creates('/organizations', 'organization', {
        kind: 'find',
        request: {
          method: 'GET',
          path: '/organizations/search',
          query: { name: '{name}' },
          headers: {},
        },
        recordsPath: 'organizations',
        idPath: 'id',
        searchLagMs: 60_000,
      }),
      update: updates('/organizations', 'organization'),
      upsert: createsOrUpdates('/organizations', 'organization'),
      delete: deletes('/organizations'),
    },
  ),
  groups: listed(
    { title: 'Groups', path: '/groups', list: 'groups', page: 'ticketing/groups/groups', schema: Group },
    {
      create: creates('/groups', 'group', unguarded),
      update: updates('/groups', 'group'),
      delete: deletes('/groups'),
    },
  ),
  group_memberships: listed({
    title: 'Memberships of groups',
    path: '/group_memberships',
    list: 'group_memberships',
    page: 'ticketing/groups/group_memberships',
    schema: GroupMembership,
  }),
  organization_memberships: listed({
    title: 'Memberships of organizations',
    path: '/organization_memberships',
    list: 'organization_memberships',
    page: 'ticketing/organizations/organization_memberships',
    schema: OrganizationMembership,
  }),
  ticket_fields: listed(
    {
      title: 'Fields of tickets',
      path: '/ticket_fields',
      list: 'ticket_fields',
      page: 'ticketing/tickets/ticket_fields',
      schema: TicketField,
    },
    { create: creates('/ticket_fields', 'ticket_field', unguarded), delete: deletes('/ticket_fields') },
  ),
  ticket_forms: listed({
    title: 'Forms of tickets',
    path: '/ticket_forms',
    list: 'ticket_forms',
    page: 'ticketing/tickets/ticket_forms',
    schema: TicketForm,
    paginate: { kind: 'next_url', path: 'next_page', sizeParameter: 'per_page', pageSize: 100 },
  }),
  custom_statuses: listed(
    {
      title: 'Custom statuses of tickets',
      path: '/custom_statuses',
      list: 'custom_statuses',
      page: 'ticketing/tickets/custom_ticket_statuses',
      schema: CustomStatus,
      paginate: { kind: 'none' },
    },
    {
      create: creates('/custom_statuses', 'custom_status', unguarded),
      update: updates('/custom_statuses', 'custom_status'),
    },
  ),
  brands: listed({
    title: 'Brands',
    path: '/brands',
    list: 'brands',
    page: 'ticketing/account-configuration/brands',
    schema: Brand,
  }),
  views: listed({
    title: 'Views',
    path: '/views',
    list: 'views',
    page: 'ticketing/business-rules/views',
    schema: Rule,
  }),
  triggers: listed(
    {
      title: 'Triggers',
      path: '/triggers',
      list: 'triggers',
      page: 'ticketing/business-rules/triggers',
      schema: Rule,
    },
    { create: creates('/triggers', 'trigger', unguarded), delete: deletes('/triggers') },
  ),
  automations: listed(
    {
      title: 'Automations',
      path: '/automations',
      list: 'automations',
      page: 'ticketing/business-rules/automations',
      schema: Automation,
    },
    {
      create: creates('/automations', 'automation', unguarded),
      update: updates('/automations', 'automation'),
      delete: deletes('/automations'),
    },
  ),
  macros: listed(
    { title: 'Macros', path: '/macros', list: 'macros', page: 'ticketing/business-rules/macros', schema: Rule },
    { create: creates('/macros', 'macro', unguarded), delete: deletes('/macros') },
  ),
  support_addresses: listed(
    {
      title: 'Addresses of support',
      path: '/recipient_addresses',
      list: 'recipient_addresses',
      page: 'ticketing/account-configuration/support_addresses',
      schema: SupportAddress,
    },
    {
      create: creates('/recipient_addresses', 'recipient_address', unguarded),
      update: updates('/recipient_addresses', 'recipient_address'),
      delete: deletes('/recipient_addresses'),
    },
  ),
  webhooks: listed(
    { title: 'Webhooks', path: '/webhooks', list: 'webhooks', page: 'webhooks/webhooks-api/webhooks', schema: Webhook },
    { delete: deletes('/webhooks') },
  ),
  help_center_categories: listed({
    title: 'Categories of the help center',
    path: '/help_center/categories',
    list: 'categories',
    page: 'help_center/help-center-api/categories',
    schema: Shelf,
  }),
  help_center_sections: listed({
    title: 'Sections of the help center',
    path: '/help_center/sections',
    list: 'sections',
    page: 'help_center/help-center-api/sections',
    schema: Shelf,
  }),
  help_center_articles: listed({
    title: 'Articles of the help center',
    path: '/help_center/articles',
    list: 'articles',
    page: 'help_center/help-center-api/articles',
    schema: Article,
  }),
  community_topics: listed(
    {
      title: 'Topics of the community',
      path: '/community/topics',
      list: 'topics',
      page: 'help_center/help-center-api/topics',
      schema: Topic,
    },
    { delete: deletes('/community/topics') },
  ),
};
