import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Delivery } from '../../connectors/kit/webhook/delivery.ts';
import { compileDeclaration } from '../../connectors/kit/webhook/compile-declaration.ts';
import { type Receipt, receiveDelivery } from '../../connectors/kit/webhook/receive.ts';
import { Secret } from '../../core/secret.ts';
import { webhookDeclaration } from '../../core/webhooks/declaration.ts';
import { readPages } from './pages.ts';

const sample = z.object({
  triggers: z.array(z.object({ id: z.string().default('first'), receive: webhookDeclaration })),
});

const page = (await readPages()).find(({ path }) => path === 'docs/webhook-intake.md');
const samples = new Map(
  (page?.fences ?? [])
    .flatMap(({ text }) => sample.parse(parse(text)).triggers)
    .map(({ id, receive }) => [id, receive] as const),
);

interface Sent {
  method?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string;
}

async function deliver(id: string, form: object, sent: Sent, now = '2026-11-24T12:00:00Z'): Promise<Receipt> {
  const declaration = samples.get(id);
  if (declaration === undefined) throw new TypeError(`The page has no sample ${id}.`);
  const webhook = compileDeclaration(declaration, { docsUrl: '', setup: '' });
  const { method = 'POST', query = {}, headers = {}, body = '' } = sent;
  const delivery: Delivery = { method, query: new URLSearchParams(query), headers, body: Buffer.from(body) };
  const credentials = [new Secret(z.record(z.string(), z.string()).parse(webhook.credentials.parse(form)))];
  const asksNothing = (): never => expect.fail('It asks the network.');
  return receiveDelivery(webhook, delivery, credentials, {
    nowMs: Date.parse(now),
    fetchDocument: asksNothing,
    visit: asksNothing,
    openKeys: asksNothing,
  });
}

/** An example of the sender's own page, or, where it has none, one that `openssl dgst -hmac` signed. */
const examples: readonly [string, object, Sent, string?][] = [
  // @see https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries#testing-the-webhook-payload-validation
  [
    'github',
    { secret: "It's a Secret to Everybody" },
    {
      headers: {
        'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
        'x-github-event': 'push',
      },
      body: 'Hello, World!',
    },
  ],
  // @see https://docs.slack.dev/authentication/verifying-requests-from-slack
  [
    'slack',
    { secret: '8f742231b10e8888abcd99yyyzzz85a5' },
    {
      headers: {
        'x-slack-request-timestamp': '1531420618',
        'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
      },
      body: 'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
    },
    '2018-07-12T18:37:00Z',
  ],
  // @see https://github.com/standard-webhooks/standard-webhooks/blob/main/libraries/javascript/src/index.test.ts
  [
    'standard',
    { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    {
      headers: {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      },
      body: '{"test": 2432232314}',
    },
    '2021-02-25T15:03:00Z',
  ],
  // @see https://docs.stripe.com/webhooks/signature; it shows a header without its secret.
  [
    'stripe',
    { secret: 'whsec_test' },
    {
      headers: {
        'stripe-signature': `t=1795521600,v1=${'0'.repeat(64)},v1=d8a44f3bfda538d7b3248516bb3e6517d240a41c49fcf95a21dd19d9ba7b97dd,v0=6ffbb59b`,
      },
      body: '{"id":"evt_1","object":"event","created":1795521599,"type":"invoice.paid"}',
    },
  ],
  [
    'shopify',
    { secret: 'hush' },
    {
      headers: {
        'x-shopify-hmac-sha256': 'VnKUjZsLuN5iZWjn5EntcBVCF9kMN43LglzCE1/GSeY=',
        'x-shopify-topic': 'orders/create',
      },
      body: '{"id":1}',
    },
  ],
  ['gitlab', { token: 'glt' }, { headers: { 'x-gitlab-token': 'glt', 'x-gitlab-event': 'Push Hook' }, body: '{}' }],
  [
    'meta',
    { secret: 'app', verify_token: 'meatyhamhock' },
    {
      headers: { 'x-hub-signature-256': 'sha256=4f3f931d56c521d85c96be4388f7af642ba741587af4b644723816257d292b7c' },
      body: '{"object":"page","entry":[{"id":"1","time":1}]}',
    },
  ],
  [
    'graph',
    { token: 'state' },
    { body: '{"value":[{"subscriptionId":"s","id":"n","clientState":"state","changeType":"updated"}]}' },
  ],
];

describe('test/docs/webhook-senders', () => {
  it.each(examples)('takes what %s sends, and nothing that is changed', async (id, form, sent, now) => {
    const taken = await deliver(id, form, sent, now);
    const other = Object.fromEntries(Object.keys(form).map((name) => [name, 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD']));
    const refused = [
      await deliver(id, other, sent, now),
      await deliver(id, form, { ...sent, headers: {}, body: `${sent.body ?? ''} `.replace('"state"', '"stale"') }, now),
    ];

    expect(taken).toMatchObject({ outcome: 'events' });
    for (const receipt of refused) {
      expect(receipt).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(/^(?:forged|unsigned)$/) });
    }
  });

  it('reads names, ids and times of events where the samples say', async () => {
    const stripe = examples.find(([id]) => id === 'stripe');
    expect(await deliver('stripe', ...([stripe?.[1] ?? {}, stripe?.[2] ?? {}] as const))).toEqual({
      outcome: 'events',
      events: [{ name: 'invoice.paid', key: '["evt_1"]', at: new Date(1_795_521_599_000), isTest: false }],
    });
  });

  it('answers what Meta, Microsoft Graph and Slack ask before they deliver', async () => {
    const query = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': 'meatyhamhock' };
    const form = { secret: 'app', verify_token: 'meatyhamhock' };
    const challenge = { type: 'url_verification', challenge: '3eZbrw1aBm2' };

    expect(await deliver('meta', form, { method: 'GET', query })).toEqual({
      outcome: 'answer',
      answer: { text: '1158201444' },
    });
    expect(
      await deliver('meta', form, { method: 'GET', query: { ...query, 'hub.verify_token': 'guess' } }),
    ).toMatchObject({ outcome: 'refused' });
    expect(await deliver('graph', { token: 's' }, { query: { validationToken: 'a b' } })).toEqual({
      outcome: 'answer',
      answer: { text: 'a b' },
    });
    // It signs this one, too.
    expect(await deliver('slack', { secret: 's' }, { body: JSON.stringify(challenge) })).toMatchObject({
      outcome: 'refused',
    });
  });
});
