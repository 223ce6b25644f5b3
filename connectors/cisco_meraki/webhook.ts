import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { inBody, inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** @see https://developer.cisco.com/meraki/webhooks/ (read 2026-11-22) */
export const webhook: Webhook = {
  docsUrl: 'https://developer.cisco.com/meraki/webhooks/',
  setup:
    'Network-wide → Alerts → Webhooks → Add an HTTPS receiver: the address, a shared secret of your choice and the payload template Meraki. Name it as a recipient of the alerts that matter.',
  credentials: z.strictObject({ shared_secret: secretText('Shared secret') }),
  signature: { kind: 'token', place: inBody('sharedSecret'), value: '{shared_secret}' },
  events: {
    name: inEvent('alertType'),
    // Some alerts have no id, so it is not sufficient.
    key: [inEvent('alertId'), inEvent('sentAt')],
    at: { place: inEvent('occurredAt'), unit: 'iso' },
  },
};
