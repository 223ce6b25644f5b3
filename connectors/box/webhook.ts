import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { header, inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** @see https://developer.box.com/guides/webhooks/v2/signatures-v2 (read 2026-11-23) */
export const webhook: Webhook = {
  docsUrl: 'https://developer.box.com/guides/webhooks/v2/signatures-v2',
  setup:
    'app.box.com/developers/console → your application → Webhooks → Create Webhook V2: the address, a file or folder, and the triggers that matter. Manage Signature Keys generates the primary key.',
  credentials: z.strictObject({ primary_key: secretText('Primary signature key') }),
  signature: {
    kind: 'hmac',
    algorithm: 'sha256',
    encoding: 'base64',
    header: 'box-signature-primary',
    signed: '{body}{timestamp}',
    key: 'primary_key',
    // Older deliveries than ten minutes are to be refused.
    sentAt: { place: header('BOX-DELIVERY-TIMESTAMP'), unit: 'iso', toleranceSeconds: 600 },
  },
  events: {
    // @see https://developer.box.com/guides/webhooks/handle/payload-v2
    name: inEvent('trigger'),
    key: [inEvent('id')],
    at: { place: inEvent('created_at'), unit: 'iso' },
  },
};
