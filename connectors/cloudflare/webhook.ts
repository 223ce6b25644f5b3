import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { header, inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** Notifications. @see https://developers.cloudflare.com/notifications/reference/webhook-payload-schema/ (read 2026-11-23) */
export const webhook: Webhook = {
  docsUrl: 'https://developers.cloudflare.com/notifications/reference/webhook-payload-schema/',
  setup:
    'Say a secret of your choice here; then Notifications → Destinations → Webhooks → Create: the address and the same secret. Add the webhook to the notifications that matter.',
  credentials: z.strictObject({ secret: secretText('Secret') }),
  signature: { kind: 'token', place: header('cf-webhook-auth'), value: '{secret}' },
  // `alert_correlation_id` is shared by alerts that belong together, so that events have no key.
  events: { name: inEvent('alert_type'), unnamed: 'notification', at: { place: inEvent('ts'), unit: 'epoch_s' } },
};
