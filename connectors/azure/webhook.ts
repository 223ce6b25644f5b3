import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { header, inBody, inEvent, inQuery, type Webhook } from '../kit/webhook/webhook.ts';

/** Event Grid. @see https://learn.microsoft.com/en-us/azure/event-grid/end-point-validation-event-grid-events-schema (read 2026-11-22) */
export const webhook: Webhook = {
  docsUrl: 'https://learn.microsoft.com/en-us/azure/event-grid/end-point-validation-event-grid-events-schema',
  setup:
    'Say a secret of your choice here; then make an event subscription with the Event Grid schema and the endpoint type Web Hook: the address with `?key=` and the secret behind it.',
  credentials: z.strictObject({ key: secretText('Secret in the address', 'Letters and digits.') }),
  signature: { kind: 'token', place: inQuery('key'), value: '{key}' },
  handshakes: [
    {
      kind: 'echo',
      method: 'POST',
      when: { place: header('aeg-event-type'), equals: 'SubscriptionValidation' },
      challenge: inBody('[0].data.validationCode'),
      answer: { member: 'validationResponse' },
      isSigned: true,
    },
  ],
  events: {
    name: inEvent('eventType'),
    key: [inEvent('topic'), inEvent('id')],
    at: { place: inEvent('eventTime'), unit: 'iso' },
  },
};
