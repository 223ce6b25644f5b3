import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** @see https://docs.incident.io/integrations/webhooks (read 2026-11-23) */
export const webhook: Webhook = {
  docsUrl: 'https://docs.incident.io/integrations/webhooks',
  setup:
    'Settings → Webhooks → Add endpoint: the address and the events that matter. The signing secret is shown there.',
  credentials: z.strictObject({ secret: secretText('Signing secret') }),
  signature: { kind: 'standard_webhooks', key: 'secret' },
  events: { name: inEvent('event_type'), key: [{ in: 'header', name: 'webhook-id' }] },
};
