import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { header, inBody, inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** @see https://developers.linear.app/docs/graphql/webhooks (read 2026-11-22) */
export const webhook: Webhook = {
  docsUrl: 'https://linear.app/developers/webhooks',
  setup:
    'Settings → API → Webhooks → New webhook: the address and the kinds of data that matter. Then say its signing secret here.',
  credentials: z.strictObject({ signing_secret: secretText('Signing secret') }),
  // As Linear's own client checks it. @see https://github.com/linear/linear/blob/master/packages/sdk/src/webhooks/client.ts (read 2026-11-22)
  signature: {
    kind: 'hmac',
    algorithm: 'sha256',
    encoding: 'hex',
    header: 'linear-signature',
    key: 'signing_secret',
    sentAt: { place: inBody('webhookTimestamp'), unit: 'epoch_ms', toleranceSeconds: 60 },
  },
  events: {
    name: inEvent('type'),
    // The same for all attempts to deliver a payload.
    key: [header('Linear-Delivery')],
    at: { place: inEvent('createdAt'), unit: 'iso' },
  },
  // The vendor retries after any other status.
  acceptedStatus: 200,
};
