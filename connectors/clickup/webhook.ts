import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/**
 * @see https://developer.clickup.com/docs/webhooksignature and https://developer.clickup.com/docs/webhooktaskpayloads (read
 * 2026-11-28)
 */
export const webhook: Webhook = {
  docsUrl: 'https://developer.clickup.com/docs/webhooksignature',
  setup:
    'POST https://api.clickup.com/api/v2/team/{team_id}/webhook with the address as `endpoint`, and the `events` that matter. The answer has the `secret`.',
  credentials: z.strictObject({ secret: secretText('Secret of the webhook') }),
  signature: { kind: 'hmac', algorithm: 'sha256', encoding: 'hex', header: 'x-signature', key: 'secret' },
  // The pages name nothing that is the same each time an event is sent.
  events: { name: inEvent('event'), at: { place: inEvent('history_items[0].date'), unit: 'epoch_ms' } },
};
