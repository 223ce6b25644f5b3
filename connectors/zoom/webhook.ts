import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { header, inBody, inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** @see https://developers.zoom.us/docs/api/webhooks/#verify-webhook-events (read 2026-11-23) */
export const webhook: Webhook = {
  docsUrl: 'https://developers.zoom.us/docs/api/webhooks/',
  setup:
    'marketplace.zoom.us → your app → Features → Event Subscriptions: say the secret token here first, then the address there, validate it, and choose the events that matter.',
  credentials: z.strictObject({ secret_token: secretText('Secret token') }),
  signature: {
    kind: 'hmac',
    algorithm: 'sha256',
    encoding: 'hex',
    header: 'x-zm-signature',
    prefix: 'v0=',
    signed: 'v0:{timestamp}:{body}',
    key: 'secret_token',
    // Zoom does not document a maximum age.
    sentAt: { place: header('x-zm-request-timestamp'), unit: 'epoch_s', toleranceSeconds: 300 },
  },
  // @see https://developers.zoom.us/docs/api/webhooks/#validate-your-webhook-endpoint
  handshakes: [
    {
      kind: 'hmac',
      when: { place: inBody('event'), equals: 'endpoint.url_validation' },
      token: inBody('payload.plainToken'),
      key: 'secret_token',
      algorithm: 'sha256',
      encoding: 'hex',
      answer: { token: 'plainToken', digest: 'encryptedToken' },
    },
  ],
  // Events have no id of their own.
  events: { name: inEvent('event'), at: { place: inEvent('event_ts'), unit: 'epoch_ms' } },
};
