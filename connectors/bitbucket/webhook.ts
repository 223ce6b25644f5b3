import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { header, type Webhook } from '../kit/webhook/webhook.ts';

/** @see https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks/#Secure-webhooks (read 2026-11-23) */
export const webhook: Webhook = {
  docsUrl: 'https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks/',
  setup:
    'Repository settings → Webhooks → Add webhook: the address, a secret of your choice, and the triggers that matter.',
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
    // @see https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/
    name: header('X-Event-Key'),
    key: [header('X-Request-UUID')],
    tests: ['diagnostics:ping'],
  },
};
