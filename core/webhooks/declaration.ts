/**
 * How a hook takes deliveries of a sender that no connector of the hub knows, as data: by what a delivery is verified, which
 * challenges precede deliveries, and where each event says what it is. Triggers and organizations' own connectors have it.
 *
 * It holds no secrets: those are the hook's credentials, whose form follows from `verify`.
 *
 * @see docs/webhook-intake.md
 */
import { z } from 'zod';
import { messages } from '../messages.ts';
import { parseValuePath } from '../paths.ts';

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-5.1 */
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, messages.webhookHeaderInvalid);
const memberName = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,100}$/, messages.webhookMemberInvalid)
  .optional()
  .meta({ description: 'Of a header that holds several values, as in `t=1663781880,v1=0f3a`: the name of the one.' });
const valuePath = z
  .string()
  .max(512)
  .refine((text) => parseValuePath(text) !== undefined, messages.pathInvalid);
const jsonMember = z.string().regex(/^(?!__proto__$)[A-Za-z0-9_.-]{1,100}$/, messages.webhookMemberInvalid);

const inHeader = z.strictObject({ in: z.literal('header'), name: headerName, member: memberName });
const inQuery = z.strictObject({ in: z.literal('query'), name: z.string().min(1).max(100) });
const inBody = z.strictObject({ in: z.literal('body'), name: valuePath });
const inEvent = z.strictObject({ in: z.literal('event'), name: valuePath });

const location = z.discriminatedUnion('in', [inHeader, inQuery, inBody]).meta({ id: 'WebhookLocation' });
const eventLocation = z.discriminatedUnion('in', [inHeader, inQuery, inBody, inEvent]).meta({
  id: 'WebhookEventLocation',
  description: '`event` is a path into the event; `body` one into the whole delivery.',
});

const algorithm = z.enum(['sha1', 'sha256', 'sha512']);
const encoding = z.enum(['hex', 'base64']);
const unit = z.enum(['epoch_s', 'epoch_ms', 'iso']);

/** `{body}`, `{timestamp}` and `{header.NAME}`, with any text between them; the body once. */
const signedText = z
  .string()
  .max(512)
  .regex(/^(?:[^{}]|\{(?:body|timestamp|header\.[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100})\})*$/, messages.webhookSignedInvalid)
  .refine((text) => text.split('{body}').length === 2, messages.webhookSignedInvalid);

const hmac = z
  .strictObject({
    algorithm: algorithm.default('sha256'),
    encoding: encoding.default('hex'),
    header: headerName.meta({ description: 'Header that holds the digest.', examples: ['X-Hub-Signature-256'] }),
    member: memberName,
    prefix: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'What stands before the digest.', examples: ['sha256='] }),
    signed: signedText.optional().meta({
      description:
        'What is signed: a template of `{body}`, `{timestamp}` and `{header.NAME}`. Default: `{body}`, with `timestamp` `{timestamp}.{body}`.',
      examples: ['v0:{timestamp}:{body}'],
    }),
    secret_encoding: z
      .enum(['text', 'hex', 'base64'])
      .default('text')
      .meta({ description: 'The key is the secret as it is written, or what it stands for in this encoding.' }),
    timestamp: z
      .strictObject({
        header: headerName,
        member: memberName,
        unit: unit.default('epoch_s'),
        tolerance_seconds: z
          .int()
          .min(1)
          .max(86_400)
          .default(300)
          .meta({ description: 'How far it may lie from the clock of the hub, either way.' }),
      })
      .optional()
      .meta({ description: 'When it was sent. What is signed has to contain it.' }),
  })
  .refine(
    ({ signed, timestamp }) => signed === undefined || signed.includes('{timestamp}') === (timestamp !== undefined),
    {
      path: ['signed'],
      message: messages.webhookTimestampUnsigned,
    },
  );

const network = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]);
const cidr = z
  .string()
  .max(50)
  .refine((text) => network.safeParse(text).success, messages.networkInvalid);

/** All that are named have to hold. Those that share a field of the form exclude each other. */
const verify = z
  .strictObject({
    hmac: hmac.optional().meta({ description: 'An HMAC over the bytes of the body. Credentials: `secret`.' }),
    standard_webhooks: z
      .strictObject({ prefix: z.enum(['webhook', 'svix']).default('webhook') })
      .optional()
      .meta({
        description: 'https://www.standardwebhooks.com/, with headers `webhook-…` or `svix-…`. Credentials: `secret`.',
      }),
    bearer: z.literal(true).optional().meta({ description: '`Authorization: Bearer`. Credentials: `token`.' }),
    basic: z
      .literal(true)
      .optional()
      .meta({ description: '`Authorization: Basic`. Credentials: `username` and `password`.' }),
    token: eventLocation
      .optional()
      .meta({ description: 'Where a shared token stands, in each event with `event`. Credentials: `token`.' }),
    client_certificate: z
      .strictObject({
        header: headerName,
        holds: z.enum(['certificate', 'fingerprint', 'xfcc']).default('certificate').meta({
          description:
            '`certificate`: as RFC 9440 has it, or as PEM with percent signs. `fingerprint`: SHA-256 in hexadecimal digits. `xfcc`: as Envoy writes `X-Forwarded-Client-Cert`.',
        }),
      })
      .optional()
      .meta({
        description:
          'The certificate that the sender showed to the proxy in front of the hub. Counts only from a proxy of `HUB_TRUSTED_PROXIES`. Credentials: `fingerprint`.',
      }),
    addresses: z
      .array(cidr)
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'Networks that deliveries come from.', examples: [['203.0.113.0/24', '2001:db8::/32']] }),
  })
  .refine((given) => Object.values(given).some((one) => one !== undefined), messages.webhookVerifyMissing)
  .refine(({ hmac: one, standard_webhooks: other }) => one === undefined || other === undefined, {
    path: ['standard_webhooks'],
    message: messages.webhookVerifyTwice,
  })
  .refine(({ token, bearer }) => token === undefined || bearer === undefined, {
    path: ['token'],
    message: messages.webhookVerifyTwice,
  })
  .refine(({ basic, bearer }) => basic === undefined || bearer === undefined, {
    path: ['basic'],
    message: messages.webhookVerifyTwice,
  });

const challenge = z
  .strictObject({
    method: z.enum(['GET', 'POST']).default('POST'),
    read: location.meta({ description: 'Where the challenge stands. A request without it is none.' }),
    when: z
      .array(z.strictObject({ at: location, equals: z.string().max(200) }))
      .max(5)
      .optional(),
    verify_token: location
      .optional()
      .meta({ description: 'Where the text stands that has to be `verify_token` of the credentials.' }),
    answer: z.union([
      z.literal('text'),
      z.strictObject({ member: jsonMember }),
      z.strictObject({
        digest: jsonMember,
        echo: jsonMember.optional(),
        algorithm: algorithm.default('sha256'),
        encoding: encoding.default('hex'),
        prefix: z.string().max(100).optional(),
      }),
    ]),
    signed: z
      .boolean()
      .default(false)
      .meta({ description: 'The sender verifies challenges as it does deliveries; others are refused.' }),
  })
  .meta({ id: 'WebhookChallenge' });

const events = z.strictObject({
  list: valuePath.optional().meta({ description: 'Path of the list of events. Default: the body is one event.' }),
  name: eventLocation.optional().meta({ description: 'Default: all events are called `event`.' }),
  id: z
    .array(eventLocation)
    .min(1)
    .max(4)
    .optional()
    .meta({ description: 'What names one event, the same each time it is sent: such an event starts one run only.' }),
  at: z.strictObject({ read: eventLocation, unit: unit.default('iso') }).optional(),
  tests: z.array(z.string().min(1).max(200)).max(20).optional().meta({ description: 'Names that start no run.' }),
});

export const webhookDeclaration = z
  .strictObject({
    verify: verify.meta({ description: 'What a delivery must have. Of several, all.' }),
    challenges: z.array(challenge).min(1).max(5).optional(),
    events: events.optional(),
    accepted_status: z
      .literal(200)
      .optional()
      .meta({ description: 'The status that the sender takes for success. Default: 202.' }),
  })
  .meta({ id: 'WebhookDeclaration' });

export type WebhookDeclaration = z.output<typeof webhookDeclaration>;
