import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { header, inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** Event hooks. @see https://developer.okta.com/docs/concepts/event-hooks/ (read 2026-11-22) */
export const webhook: Webhook = {
  docsUrl: 'https://developer.okta.com/docs/concepts/event-hooks/',
  setup:
    'Say the secret here first; then Workflow → Event Hooks → Create Event Hook: the address, `authorization` as authentication field, the same text as authentication secret, and the events that matter. Verify it.',
  credentials: z.strictObject({
    authorization: secretText('Authentication secret', 'Any long text; Okta sends it with every request.'),
  }),
  signature: { kind: 'token', place: header('Authorization'), value: '{authorization}' },
  handshakes: [
    {
      kind: 'echo',
      method: 'GET',
      challenge: header('X-Okta-Verification-Challenge'),
      answer: { member: 'verification' },
      isSigned: true,
    },
  ],
  events: {
    list: 'data.events',
    name: inEvent('eventType'),
    key: [inEvent('uuid')],
    at: { place: inEvent('published'), unit: 'iso' },
  },
  // 200 and 204 are documented.
  acceptedStatus: 200,
};
