import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { topic } from '../kit/webhook/subscription.ts';
import { inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** Of the whole account. @see https://developer.pagerduty.com/docs/webhooks-overview (read 2026-11-23) */
const account = topic({
  title: 'The account',
  needs: 'A REST API key with write access.',
  objects: {
    incidents: [
      'incident.triggered',
      'incident.acknowledged',
      'incident.unacknowledged',
      'incident.annotated',
      'incident.delegated',
      'incident.escalated',
      'incident.priority_updated',
      'incident.reassigned',
      'incident.reopened',
      'incident.resolved',
      'incident.responder.added',
      'incident.responder.replied',
      'incident.status_update_published',
    ],
    incident_notes: ['incident.annotated'],
    services: ['service.created', 'service.updated', 'service.deleted'],
  },
  // @see https://developer.pagerduty.com/api-reference/92dc9680c3b26-list-webhook-subscriptions
  list: {
    request: { method: 'GET', path: '/webhook_subscriptions' },
    format: { kind: 'json', recordsPath: 'webhook_subscriptions' },
    paginate: { kind: 'offset', parameter: 'offset', sizeParameter: 'limit', pageSize: 100, hasMorePath: 'more' },
  },
  urlPath: 'delivery_method.url',
  idPath: 'id',
  create: {
    method: 'POST',
    path: '/webhook_subscriptions',
    body: {
      webhook_subscription: {
        type: 'webhook_subscription',
        filter: { type: 'account_reference' },
        delivery_method: { type: 'http_delivery_method' },
      },
    },
    bodyFields: {
      'webhook_subscription.delivery_method.url': '{$url}',
      'webhook_subscription.description': '{$name}',
      'webhook_subscription.events': '{$events}',
    },
  },
  createdIdPath: 'webhook_subscription.id',
  remove: [{ method: 'DELETE', path: '/webhook_subscriptions/{$id}' }],
  // PagerDuty makes it, and shows it in this answer only.
  secret: { field: 'secret', path: 'webhook_subscription.delivery_method.secret' },
});

/** @see https://developer.pagerduty.com/docs/verifying-webhook-signatures (read 2026-11-23) */
export const webhook: Webhook = {
  docsUrl: 'https://developer.pagerduty.com/docs/webhooks-overview',
  setup:
    'Integrations → Generic Webhooks (v3) → New Webhook: the address and the events that matter. The secret is shown once.',
  credentials: z.strictObject({ secret: secretText('Secret') }),
  signature: {
    kind: 'hmac',
    algorithm: 'sha256',
    encoding: 'hex',
    header: 'x-pagerduty-signature',
    prefix: 'v1=',
    key: 'secret',
  },
  events: {
    name: inEvent('event.event_type'),
    key: [inEvent('event.id')],
    at: { place: inEvent('event.occurred_at'), unit: 'iso' },
  },
  subscription: {
    docsUrl: 'https://developer.pagerduty.com/docs/webhooks-overview',
    topics: { account },
  },
};
