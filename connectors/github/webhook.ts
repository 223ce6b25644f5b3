import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { header, type Webhook } from '../kit/webhook/webhook.ts';

/** @see https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries (read 2026-11-22) */
export const webhook: Webhook = {
  docsUrl: 'https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries',
  setup:
    'Settings → Webhooks → Add webhook, of the repository or the organization: the address as payload URL, content type application/json, a secret of your choice, and the events that matter.',
  credentials: z.strictObject({ secret: secretText('Secret') }),
  signature: {
    kind: 'hmac',
    algorithm: 'sha256',
    encoding: 'hex',
    header: 'x-hub-signature-256',
    prefix: 'sha256=',
    key: 'secret',
  },
  events: {
    // @see https://docs.github.com/en/webhooks/webhook-events-and-payloads#delivery-headers (read 2026-11-22)
    name: header('X-GitHub-Event'),
    key: [header('X-GitHub-Delivery')],
    // Sent when a webhook is made. @see https://docs.github.com/en/webhooks/webhook-events-and-payloads#ping
    tests: ['ping'],
  },
};
