import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { header, type Webhook } from '../kit/webhook/webhook.ts';

/** @see https://docs.gitlab.com/user/project/integrations/webhooks/ (read 2026-11-24) */
export const webhook: Webhook = {
  docsUrl: 'https://docs.gitlab.com/user/project/integrations/webhooks/',
  setup:
    'Settings → Webhooks → Add new webhook, of the project or the group: the address as URL, a secret token of your choice, and the events that matter.',
  credentials: z.strictObject({ secret_token: secretText('Secret token') }),
  signature: { kind: 'token', place: header('X-Gitlab-Token'), value: '{secret_token}' },
  events: {
    name: header('X-Gitlab-Event'),
    // The same for all attempts, since GitLab 17.4. @see https://docs.gitlab.com/user/project/integrations/webhooks/#delivery-headers
    key: [header('Idempotency-Key')],
  },
};
