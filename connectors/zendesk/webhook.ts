import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { header, inEvent, type Webhook } from '../kit/webhook/webhook.ts';

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
};
