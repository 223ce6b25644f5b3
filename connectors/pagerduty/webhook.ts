import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { inEvent, type Webhook } from '../kit/webhook/webhook.ts';

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
};
