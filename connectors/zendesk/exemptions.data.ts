import type { ContractExemption } from '../kit/connector.ts';

/** Lists whose cursor pagination is documented only in the prose of the description. */
const byCursor = [
  'tickets.list',
  'ticket_comments.list',
  'ticket_comments.list/parents',
  'ticket_audits.list',
  'ticket_audits.list/parents',
  'users.list',
  'organizations.list',
  'groups.list',
  'group_memberships.list',
  'organization_memberships.list',
  'ticket_fields.list',
  'views.list',
  'triggers.list',
  'automations.list',
  'support_addresses.list',
  'help_center_categories.list',
  'help_center_sections.list',
  'help_center_articles.list',
  'community_topics.list',
];

/** Their responses are described with the members of both kinds of pagination. */
const tellingPages = ['brands.list', 'macros.list'];

/**
 * The vendor's description has no body for these requests. Its own client sends the record under its name, as for all
 * others: `exchanges/` has each. Changes have the id of their address in the record as well, which is read-only there.
 *
 * @see https://github.com/zendesk/zendesk_api_client_rb/blob/7f573a8e0448255ea1f2b7d8b3190d6469bc6d74/lib/zendesk_api/resource.rb
 */
const withoutBody = [
  'organizations.update',
  'organizations.upsert',
  'groups.create',
  'groups.update',
  'ticket_fields.create',
  'automations.create',
  'automations.update',
  'support_addresses.create',
  'support_addresses.update',
];

export const exemptions: readonly ContractExemption[] = [
  // @see https://developer.zendesk.com/api-reference/introduction/pagination/#using-cursor-pagination
  ...[...byCursor, ...tellingPages].map((use) => ({
    use,
    rule: 'known-parameters',
    about: 'page[',
    reason: 'Pages by cursor are told in prose, and not as parameters.',
  })),
  ...byCursor.map((use) => ({
    use,
    rule: 'pointers',
    about: 'meta.',
    reason: 'Pages by cursor are told in prose, and not in the form of the answer.',
  })),
  // @see https://developer.zendesk.com/api-reference/ticketing/ticket-management/incremental_exports/#per_page
  {
    use: 'ticket_changes.list',
    rule: 'known-parameters',
    about: 'per_page',
    reason: 'Exports of users take it by their description, those of tickets by the page of both.',
  },
  // @see https://developer.zendesk.com/api-reference/introduction/pagination/#using-offset-pagination
  ...[
    { rule: 'known-parameters', about: 'per_page' },
    { rule: 'pointers', about: 'next_page' },
  ].map((problem) => ({
    ...problem,
    use: 'ticket_forms.list',
    reason: 'Answers have `next_page`, as all of those with numbered pages; the description knows no pages here.',
  })),
  ...withoutBody.map((use) => ({
    use,
    rule: 'body',
    reason: "The vendor's description leaves the body of the request out.",
  })),
];
