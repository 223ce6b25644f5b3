import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** @see https://developer.deel.com/docs/webhooks-get-started (read 2026-11-23) */
export const webhook: Webhook = {
  docsUrl: 'https://developer.deel.com/api/webhooks/quickstart',
  setup:
    'More → Developer → Webhooks → Create webhook: the address and the events that matter. The key is shown there.',
  credentials: z.strictObject({ secret: secretText('Signing key') }),
  signature: {
    kind: 'hmac',
    algorithm: 'sha256',
    encoding: 'hex',
    header: 'x-deel-signature',
    signed: 'POST{body}',
    key: 'secret',
  },
  // Deliveries have no id that is documented to stay the same.
  events: { name: inEvent('data.meta.event_type') },
};
