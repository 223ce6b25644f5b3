import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { header, inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** @see https://render.com/docs/webhooks (read 2026-11-23) */
export const webhook: Webhook = {
  docsUrl: 'https://render.com/docs/webhooks',
  setup: 'Workspace → Integrations → Webhooks → Create Webhook: the address and the events that matter.',
  credentials: z.strictObject({ secret: secretText('Signing secret') }),
  signature: { kind: 'standard_webhooks', key: 'secret' },
  events: {
    name: inEvent('type'),
    key: [header('webhook-id')],
    at: { place: inEvent('timestamp'), unit: 'iso' },
  },
};
