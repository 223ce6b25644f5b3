import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { header, inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** @see https://developer.atlassian.com/cloud/jira/platform/webhooks (read 2026-11-22) */
export const webhook: Webhook = {
  docsUrl: 'https://developer.atlassian.com/cloud/jira/platform/webhooks',
  setup:
    'Settings → System → WebHooks → Create a WebHook: the address, a secret of your choice, and the events that matter.',
  credentials: z.strictObject({ secret: secretText('Secret') }),
  signature: {
    kind: 'hmac',
    algorithm: 'sha256',
    encoding: 'hex',
    header: 'x-hub-signature',
    prefix: 'sha256=',
    key: 'secret',
  },
  events: {
    name: inEvent('webhookEvent'),
    // The same for all attempts.
    key: [header('X-Atlassian-Webhook-Identifier')],
    at: { place: inEvent('timestamp'), unit: 'epoch_ms' },
  },
};
