import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { header, type Webhook } from '../kit/webhook/webhook.ts';

/** Notification channels of the Directory API. @see https://developers.google.com/admin-sdk/directory/v1/guides/push (read 2026-11-22) */
export const webhook: Webhook = {
  docsUrl: 'https://developers.google.com/admin-sdk/directory/v1/guides/push',
  setup:
    'Say a secret of your choice here; then `POST https://admin.googleapis.com/admin/directory/v1/users/watch` with the address as `address`, the secret as `token`, `type` `web_hook` and an `id`. Make another channel before it expires.',
  credentials: z.strictObject({ token: secretText('Channel token', 'At most 256 characters.') }),
  signature: { kind: 'token', place: header('X-Goog-Channel-Token'), value: '{token}' },
  events: {
    name: header('X-Goog-Resource-State'),
    key: [header('X-Goog-Channel-ID'), header('X-Goog-Message-Number')],
    // Sent when a channel is made.
    tests: ['sync'],
  },
};
