import { z } from 'zod';
import { header, inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md (read 2026-11-22) */
export const webhook: Webhook = {
  docsUrl: 'https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md',
  setup:
    'Where the API sends webhooks as Standard Webhooks has it: register the address there, and say the signing secret here.',
  credentials: z.strictObject({
    // At least 16 bytes: what is no key must not become an empty one, which everyone has.
    secret: z
      .string()
      .max(1024)
      .regex(/^(?:whsec_)?[A-Za-z0-9+/]{22,}={0,2}$/, 'Must be in base64, behind `whsec_` or not.')
      .meta({ title: 'Signing secret', secret: true, help: 'In base64, behind `whsec_` or not.' }),
  }),
  signature: { kind: 'standard_webhooks', key: 'secret' },
  events: {
    name: inEvent('type'),
    // The standard recommends a type, and does not ask for it.
    unnamed: 'event',
    key: [header('webhook-id')],
    at: { place: inEvent('timestamp'), unit: 'iso' },
  },
};
