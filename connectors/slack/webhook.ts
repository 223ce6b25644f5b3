import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { header, inBody, type Webhook } from '../kit/webhook/webhook.ts';

/** @see https://docs.slack.dev/authentication/verifying-requests-from-slack (read 2026-11-23) */
export const webhook: Webhook = {
  docsUrl: 'https://docs.slack.dev/apis/events-api/',
  setup:
    'api.slack.com/apps → your app → Event Subscriptions: the address as Request URL, and the events that matter. The signing secret is under Basic Information.',
  credentials: z.strictObject({ signing_secret: secretText('Signing secret') }),
  signature: {
    kind: 'hmac',
    algorithm: 'sha256',
    encoding: 'hex',
    header: 'x-slack-signature',
    prefix: 'v0=',
    signed: 'v0:{timestamp}:{body}',
    key: 'signing_secret',
    sentAt: { place: header('X-Slack-Request-Timestamp'), unit: 'epoch_s', toleranceSeconds: 300 },
  },
  // @see https://docs.slack.dev/apis/events-api/using-http-request-urls#url-verification-handshake
  handshakes: [
    {
      kind: 'echo',
      method: 'POST',
      when: { place: inBody('type'), equals: 'url_verification' },
      challenge: inBody('challenge'),
      answer: { member: 'challenge' },
      isSigned: true,
    },
  ],
  events: {
    // @see https://docs.slack.dev/apis/events-api/#events-JSON
    name: inBody('event.type'),
    unnamed: 'event',
    key: [inBody('event_id')],
    at: { place: inBody('event_time'), unit: 'epoch_s' },
  },
};
