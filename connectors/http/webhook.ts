import { z } from 'zod';
import { standardSecret } from '../kit/webhook/standard-webhooks.ts';
import { header, inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md (read 2026-11-22) */
export const webhook: Webhook = {
  docsUrl: 'https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md',
  setup:
    'Where the API sends webhooks as Standard Webhooks has it: register the address there, and say the signing secret here.',
  credentials: z.strictObject({ secret: standardSecret }),
  signature: { kind: 'standard_webhooks', key: 'secret' },
  events: {
    name: inEvent('type'),
    // The standard recommends a type, and does not ask for it.
    unnamed: 'event',
    key: [header('webhook-id')],
    at: { place: inEvent('timestamp'), unit: 'iso' },
  },
};
