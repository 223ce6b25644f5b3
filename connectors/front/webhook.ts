import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { header, inBody, type Webhook } from '../kit/webhook/webhook.ts';

/** @see https://dev.frontapp.com/docs/application-webhooks (read 2026-11-23) */
export const webhook: Webhook = {
  docsUrl: 'https://dev.frontapp.com/docs/application-webhooks',
  setup:
    'Settings → Developers → your app → Features → Webhooks: say the signing key of the app here first, then the address there, and the events that matter.',
  credentials: z.strictObject({ signing_key: secretText('Signing key of the app') }),
  signature: {
    kind: 'hmac',
    algorithm: 'sha256',
    encoding: 'base64',
    header: 'x-front-signature',
    signed: '{timestamp}:{body}',
    key: 'signing_key',
    sentAt: { place: header('X-Front-Request-Timestamp'), unit: 'epoch_ms', toleranceSeconds: 300 },
  },
  handshakes: [
    {
      kind: 'echo',
      method: 'POST',
      when: { place: inBody('type'), equals: 'sync' },
      challenge: header('X-Front-Challenge'),
      answer: 'text',
      isSigned: true,
    },
  ],
  events: { name: inBody('type'), key: [inBody('payload.id')] },
};
