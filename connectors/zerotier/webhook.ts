import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { inEvent, inHeader, type Webhook } from '../kit/webhook/webhook.ts';

/** @see https://github.com/zerotier/ztchooks (read 2026-11-23) */
export const webhook: Webhook = {
  docsUrl: 'https://github.com/zerotier/ztchooks',
  setup: 'my.zerotier.com → Organization → Webhooks → New: the address, and the pre-shared key that is shown for it.',
  credentials: z.strictObject({
    pre_shared_key: secretText('Pre-shared key').regex(/^(?:[0-9a-fA-F]{2})+$/, 'Must be hexadecimal digits.'),
  }),
  signature: {
    kind: 'hmac',
    algorithm: 'sha256',
    encoding: 'hex',
    header: 'x-ztc-signature',
    member: 'v1',
    signed: '{timestamp},{body}',
    key: 'pre_shared_key',
    keyEncoding: 'hex',
    sentAt: { place: inHeader('x-ztc-signature', 't'), unit: 'epoch_s', toleranceSeconds: 300 },
  },
  // The id of an event is that of its hook, so that events have no key.
  events: { name: inEvent('hook_type') },
};
