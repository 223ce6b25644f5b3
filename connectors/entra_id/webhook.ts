import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { inEvent, inQuery, type Webhook } from '../kit/webhook/webhook.ts';

/** Change notifications of Microsoft Graph. @see https://learn.microsoft.com/en-us/graph/change-notifications-delivery-webhooks (read 2026-11-22) */
export const webhook: Webhook = {
  docsUrl: 'https://learn.microsoft.com/en-us/graph/change-notifications-delivery-webhooks',
  setup:
    'Say a secret of your choice here; then `POST https://graph.microsoft.com/v1.0/subscriptions` with the address as `notificationUrl`, the secret as `clientState`, and `changeType`, `resource` and `expirationDateTime`. Renew it before it expires.',
  credentials: z.strictObject({ client_state: secretText('clientState', 'At most 128 characters.') }),
  signature: { kind: 'token', place: inEvent('clientState'), value: '{client_state}' },
  handshakes: [
    { kind: 'echo', method: 'POST', challenge: inQuery('validationToken'), answer: 'text', isSigned: false },
  ],
  events: {
    list: 'value',
    name: inEvent('changeType'),
    // Lifecycle notifications have a `lifecycleEvent` in its place. @see https://learn.microsoft.com/en-us/graph/api/resources/changenotification (read 2026-11-22)
    unnamed: 'lifecycle',
    key: [inEvent('subscriptionId'), inEvent('id')],
  },
};
