import { z } from 'zod';
import { plainText } from '../kit/auth/methods.ts';
import { snsHosts } from '../kit/webhook/sns.ts';
import { inBody, inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** Amazon SNS. @see https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html (read 2026-11-22) */
export const webhook: Webhook = {
  docsUrl: 'https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html',
  setup:
    'Say the topic here; then subscribe the address to it with the protocol HTTPS, without raw message delivery. The subscription is confirmed by itself. An EventBridge rule can send events of other services to the topic.',
  credentials: z.strictObject({
    topic_arn: plainText('ARN of the topic', 'arn:aws:sns:us-east-1:123456789012:changes'),
  }),
  // A repeated message keeps its timestamp; the topic's retry policy decides how long it is repeated.
  signature: { kind: 'sns', topic: 'topic_arn', toleranceSeconds: 3600 },
  handshakes: [
    {
      kind: 'confirm',
      when: { place: inBody('Type'), equals: 'SubscriptionConfirmation' },
      url: inBody('SubscribeURL'),
      hosts: snsHosts,
    },
  ],
  events: {
    name: inEvent('Type'),
    key: [inEvent('MessageId')],
    at: { place: inEvent('Timestamp'), unit: 'iso' },
    tests: ['SubscriptionConfirmation', 'UnsubscribeConfirmation'],
  },
};
