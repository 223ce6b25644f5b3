import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** @see https://vercel.com/docs/webhooks/webhooks-api (read 2026-11-23) */
export const webhook: Webhook = {
  docsUrl: 'https://vercel.com/docs/webhooks',
  setup: 'Team → Settings → Webhooks: the events, the projects and the address. The secret is shown once.',
  credentials: z.strictObject({ secret: secretText('Secret') }),
  signature: { kind: 'hmac', algorithm: 'sha1', encoding: 'hex', header: 'x-vercel-signature', key: 'secret' },
  events: {
    name: inEvent('type'),
    key: [inEvent('id')],
    at: { place: inEvent('createdAt'), unit: 'epoch_ms' },
  },
};
