import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { topic } from '../kit/webhook/subscription.ts';
import { header, inEvent, type Webhook } from '../kit/webhook/webhook.ts';

const members = ['group.user_membership.add', 'group.user_membership.remove'];
const assignments = ['application.user_membership.add', 'application.user_membership.remove'];

/** An event hook of the organization, which has at most 25. @see https://developer.okta.com/docs/concepts/event-hooks/ (read 2026-11-28) */
const organization = topic({
  title: 'The organization',
  needs: 'An API token of a super administrator, or the scope `okta.eventHooks.manage`.',
  // @see https://developer.okta.com/docs/reference/api/event-types/
  objects: {
    users: [
      'user.lifecycle.create',
      'user.lifecycle.activate',
      'user.lifecycle.deactivate',
      'user.lifecycle.suspend',
      'user.lifecycle.unsuspend',
      'user.lifecycle.delete.initiated',
      'user.account.update_profile',
    ],
    groups: ['group.lifecycle.create', 'group.lifecycle.delete', 'group.profile.update'],
    group_memberships: members,
    group_members: members,
    user_groups: members,
    application_users: assignments,
  },
  // @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/EventHook/
  list: { request: { method: 'GET', path: '/eventHooks' }, format: { kind: 'json' }, paginate: { kind: 'none' } },
  urlPath: 'channel.config.uri',
  idPath: 'id',
  create: {
    method: 'POST',
    path: '/eventHooks',
    body: {
      events: { type: 'EVENT_TYPE' },
      channel: {
        type: 'HTTP',
        version: '1.0.0',
        config: { authScheme: { type: 'HEADER', key: 'authorization' } },
      },
    },
    bodyFields: {
      name: '{$name}',
      'events.items': '{$events}',
      'channel.config.uri': '{$url}',
      'channel.config.authScheme.value': '{$secret}',
    },
  },
  // Nothing is sent before.
  verify: { method: 'POST', path: '/eventHooks/{$id}/lifecycle/verify' },
  // Only what is not active can be deleted.
  remove: [
    { method: 'POST', path: '/eventHooks/{$id}/lifecycle/deactivate' },
    { method: 'DELETE', path: '/eventHooks/{$id}' },
  ],
  secret: { field: 'authorization' },
});

/** Event hooks. @see https://developer.okta.com/docs/concepts/event-hooks/ (read 2026-11-22) */
export const webhook: Webhook = {
  docsUrl: 'https://developer.okta.com/docs/concepts/event-hooks/',
  setup:
    'Say the secret here first; then Workflow → Event Hooks → Create Event Hook: the address, `authorization` as authentication field, the same text as authentication secret, and the events that matter. Verify it.',
  credentials: z.strictObject({
    authorization: secretText('Authentication secret', 'Any long text; Okta sends it with every request.'),
  }),
  signature: { kind: 'token', place: header('Authorization'), value: '{authorization}' },
  handshakes: [
    {
      kind: 'echo',
      method: 'GET',
      challenge: header('X-Okta-Verification-Challenge'),
      answer: { member: 'verification' },
      isSigned: true,
    },
  ],
  events: {
    list: 'data.events',
    name: inEvent('eventType'),
    key: [inEvent('uuid')],
    at: { place: inEvent('published'), unit: 'iso' },
  },
  // 200 and 204 are documented.
  acceptedStatus: 200,
  subscription: {
    docsUrl: 'https://developer.okta.com/docs/api/openapi/okta-management/management/tag/EventHook/',
    topics: { organization },
  },
};
