import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { inEvent, inHeader, type Webhook } from '../kit/webhook/webhook.ts';

/** @see https://tailscale.com/kb/1213/webhooks (read 2026-11-23) */
export const webhook: Webhook = {
  docsUrl: 'https://tailscale.com/kb/1213/webhooks',
  setup: 'Settings → Webhooks → Add endpoint: the address and the events that matter. The secret is shown once.',
  credentials: z.strictObject({ secret: secretText('Webhook secret') }),
  // @see https://github.com/tailscale/tailscale/blob/main/docs/webhooks/example.go
  signature: {
    kind: 'hmac',
    algorithm: 'sha256',
    encoding: 'hex',
    header: 'tailscale-webhook-signature',
    member: 'v1',
    signed: '{timestamp}.{body}',
    key: 'secret',
    sentAt: { place: inHeader('tailscale-webhook-signature', 't'), unit: 'epoch_s', toleranceSeconds: 300 },
  },
  // Events have neither an id nor a number.
  events: { name: inEvent('type'), at: { place: inEvent('timestamp'), unit: 'iso' }, tests: ['test'] },
};
