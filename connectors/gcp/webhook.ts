import { z } from 'zod';
import { plainText } from '../kit/auth/methods.ts';
import { inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** Pub/Sub push. @see https://docs.cloud.google.com/pubsub/docs/authenticate-push-subscriptions (read 2026-11-22) */
export const webhook: Webhook = {
  docsUrl: 'https://docs.cloud.google.com/pubsub/docs/authenticate-push-subscriptions',
  setup:
    'Make a push subscription with the address as endpoint, authentication switched on, and a service account and an audience of your choice. Say both here. Audit logs and asset feeds of other services can be sent to its topic.',
  credentials: z.strictObject({
    service_account: plainText('E-mail address of the service account'),
    audience: plainText('Audience'),
  }),
  signature: {
    kind: 'jwt',
    header: 'authorization',
    issuers: ['https://accounts.google.com'],
    keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
    algorithms: ['RS256'],
    audience: '{audience}',
    // Anyone can get tokens of this issuer, for any audience: only the account identifies the sender.
    claims: { email: '{service_account}', email_verified: true },
  },
  events: {
    // Other services of Google name the type in attributes.
    name: inEvent('message.attributes.eventType'),
    unnamed: 'message',
    key: [inEvent('subscription'), inEvent('message.messageId')],
    at: { place: inEvent('message.publishTime'), unit: 'iso' },
  },
};
