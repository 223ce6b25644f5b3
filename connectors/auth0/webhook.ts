import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { header, inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** Log streams. @see https://auth0.com/docs/customize/log-streams/custom-log-streams (read 2026-11-22) */
export const webhook: Webhook = {
  docsUrl: 'https://auth0.com/docs/customize/log-streams/custom-log-streams',
  setup:
    'Say a token of your choice here; then Monitoring → Streams → Create Stream → Custom Webhook: the address as payload URL, the same text as authorization token, content type application/json and content format JSON Array.',
  credentials: z.strictObject({
    authorization: secretText('Authorization token', 'All that Auth0 sends in the Authorization header.'),
  }),
  signature: { kind: 'token', place: header('Authorization'), value: '{authorization}' },
  events: {
    name: inEvent('data.type'),
    key: [inEvent('log_id')],
    at: { place: inEvent('data.date'), unit: 'iso' },
  },
};
