import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { inBody, inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** Events have no id. @see https://github.com/mistsys/mist_openapi (webhook, secret; read 2026-11-23) */
export const webhook: Webhook = {
  docsUrl:
    'https://www.juniper.net/documentation/us/en/software/mist/automation-integration/topics/topic-map/webhook-messages.html',
  setup:
    'Organization → Settings → Webhooks → Add Webhook, of the type HTTP Post: the address, the topics that matter, and under Advanced Settings a secret.',
  credentials: z.strictObject({ secret: secretText('Secret') }),
  signature: {
    kind: 'hmac',
    algorithm: 'sha256',
    encoding: 'hex',
    header: 'x-mist-signature-v2',
    key: 'secret',
  },
  events: {
    list: 'events',
    name: inBody('topic'),
    at: { place: inEvent('timestamp'), unit: 'epoch_s' },
  },
};
