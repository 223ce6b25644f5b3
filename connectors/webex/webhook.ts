import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** @see https://developer.webex.com/docs/webhooks#handling-requests-from-webex (read 2026-11-23) */
export const webhook: Webhook = {
  docsUrl: 'https://developer.webex.com/docs/webhooks',
  setup:
    'Say a secret of your choice here; then `POST https://webexapis.com/v1/webhooks` with the address as `targetUrl`, the secret as `secret`, and `resource` and `event`.',
  credentials: z.strictObject({ secret: secretText('Secret') }),
  signature: {
    kind: 'hmac',
    algorithm: 'sha1',
    encoding: 'hex',
    header: 'x-spark-signature',
    key: 'secret',
  },
  // The id of a notification is that of its webhook, so that none tells one notification from another.
  events: { name: inEvent('event') },
};
