import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** @see https://developers.intercom.com/docs/webhooks/webhook-notifications (read 2026-11-23) */
export const webhook: Webhook = {
  docsUrl: 'https://developers.intercom.com/docs/webhooks/webhook-notifications',
  setup:
    'Developer Hub → your app → Configure → Webhooks: the address, and the topics that matter. The client secret is under Basic information.',
  credentials: z.strictObject({ client_secret: secretText('Client secret of the app') }),
  signature: {
    kind: 'hmac',
    algorithm: 'sha1',
    encoding: 'hex',
    header: 'x-hub-signature',
    prefix: 'sha1=',
    key: 'client_secret',
  },
  events: {
    // @see https://developers.intercom.com/docs/references/webhooks/webhook-models
    name: inEvent('topic'),
    // The same again where a delivery is repeated; null in tests.
    key: [inEvent('id')],
    at: { place: inEvent('created_at'), unit: 'epoch_s' },
    tests: ['ping'],
  },
};
