import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { topic } from '../kit/webhook/subscription.ts';
import { header, inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** Names as Zendesk has them: `zen:event-type:user.created`. */
function eventsOf(domain: string, ...names: readonly string[]): string[] {
  return names.map((name) => `zen:event-type:${domain}.${name}`);
}

/** @see https://developer.zendesk.com/api-reference/webhooks/webhooks-api/webhooks/ */
const account = topic({
  title: 'The account',
  needs: 'An API token of an administrator; of an OAuth token, the scopes `read` and `write`.',
  objects: {
    // @see https://developer.zendesk.com/api-reference/webhooks/event-types/ticket-events/
    tickets: eventsOf(
      'ticket',
      'created',
      'agent_assignment_changed',
      'comment_added',
      'custom_field_changed',
      'custom_status_changed',
      'group_assignment_changed',
      'merged',
      'organization_changed',
      'priority_changed',
      'soft_deleted',
      'status_changed',
      'subject_changed',
      'tags_changed',
      'type_changed',
    ),
    ticket_comments: eventsOf('ticket', 'comment_added'),
    // @see https://developer.zendesk.com/api-reference/webhooks/event-types/user-events/
    users: eventsOf(
      'user',
      'created',
      'active_changed',
      'alias_changed',
      'custom_field_changed',
      'custom_role_changed',
      'default_group_changed',
      'deleted',
      'details_changed',
      'external_id_changed',
      'identity_changed',
      'identity_created',
      'identity_deleted',
      'merged',
      'name_changed',
      'notes_changed',
      'role_changed',
      'suspended_changed',
      'tags_changed',
      'time_zone_changed',
    ),
    group_memberships: eventsOf('user', 'group_membership_created', 'group_membership_deleted'),
    organization_memberships: eventsOf('user', 'organization_membership_created', 'organization_membership_deleted'),
    // @see https://developer.zendesk.com/api-reference/webhooks/event-types/organization-events/
    organizations: eventsOf(
      'organization',
      'created',
      'custom_field_changed',
      'deleted',
      'external_id_changed',
      'name_changed',
      'tags_changed',
    ),
    // @see https://developer.zendesk.com/api-reference/webhooks/event-types/article-events/
    help_center_articles: eventsOf('article', 'published', 'unpublished', 'author_changed'),
  },
  list: {
    request: { method: 'GET', path: '/webhooks' },
    format: { kind: 'json', recordsPath: 'webhooks' },
    paginate: {
      kind: 'cursor',
      parameter: 'page[after]',
      path: 'meta.after_cursor',
      hasMorePath: 'meta.has_more',
      sizeParameter: 'page[size]',
      pageSize: 100,
    },
  },
  urlPath: 'endpoint',
  idPath: 'id',
  create: {
    method: 'POST',
    path: '/webhooks',
    body: { webhook: { http_method: 'POST', request_format: 'json', status: 'active' } },
    bodyFields: { 'webhook.name': '{$name}', 'webhook.endpoint': '{$url}', 'webhook.subscriptions': '{$events}' },
  },
  createdIdPath: 'webhook.id',
  remove: [{ method: 'DELETE', path: '/webhooks/{$id}' }],
  // Zendesk makes it. @see https://developer.zendesk.com/api-reference/webhooks/webhooks-api/webhooks/#show-webhook-signing-secret
  secret: {
    field: 'signing_secret',
    request: { method: 'GET', path: '/webhooks/{$id}/signing_secret' },
    path: 'signing_secret.secret',
  },
});

/** @see https://developer.zendesk.com/documentation/webhooks/verifying/ (read 2026-11-22) */
export const webhook: Webhook = {
  docsUrl: 'https://developer.zendesk.com/documentation/webhooks/verifying/',
  setup:
    'Admin Center → Apps and integrations → Webhooks → Create webhook: the address, POST and JSON; for events of Zendesk, or for triggers and automations that you connect it to. Then say its signing secret here.',
  credentials: z.strictObject({ signing_secret: secretText('Signing secret') }),
  signature: {
    kind: 'hmac',
    algorithm: 'sha256',
    encoding: 'base64',
    header: 'x-zendesk-webhook-signature',
    signed: '{timestamp}{body}',
    key: 'signing_secret',
    // Zendesk does not document a maximum age.
    sentAt: { place: header('X-Zendesk-Webhook-Signature-Timestamp'), unit: 'iso', toleranceSeconds: 300 },
  },
  events: {
    // @see https://developer.zendesk.com/api-reference/webhooks/event-types/webhook-event-types/ (read 2026-11-22)
    name: inEvent('type'),
    // Triggers and automations send whatever their author wrote.
    unnamed: 'trigger',
    // An author's `id` is a ticket's id: it is an event's id only together with the version of the form.
    key: [inEvent('zendesk_event_version'), inEvent('id')],
    at: { place: inEvent('time'), unit: 'iso' },
  },
  subscription: {
    docsUrl: 'https://developer.zendesk.com/api-reference/webhooks/webhooks-api/webhooks/',
    topics: { account },
  },
};
