import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { header, inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** @see https://developer.remote.com/docs/verifying-webhooks (read 2026-11-23) */
export const webhook: Webhook = {
  docsUrl: 'https://developer.remote.com/docs/working-with-webhooks',
  setup:
    'Remote → Integrations → Webhooks → Add webhook, or `POST /v1/webhook-callbacks`: the address and the events that matter. The signing key is shown once.',
  credentials: z.strictObject({ signing_key: secretText('Signing key') }),
  signature: {
    kind: 'hmac',
    algorithm: 'sha256',
    encoding: 'hex',
    header: 'x-remote-signature',
    signed: '{body}:{timestamp}',
    key: 'signing_key',
    // The time of the first attempt, which later ones keep: a day leaves room for them.
    sentAt: { place: header('x-remote-timestamp'), unit: 'epoch_ms', toleranceSeconds: 86_400 },
  },
  // Deliveries have no id that is documented to stay the same.
  events: { name: inEvent('event_type') },
};
