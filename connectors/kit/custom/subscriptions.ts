import { z } from 'zod';
import type { FieldError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import { valuePath } from '../fields.ts';
import { reads } from '../http/complete-operations.ts';
import { plainPages } from '../http/operations.ts';
import { requestSchema } from '../http/request-schema.ts';
import type { Webhook } from '../webhook/webhook.ts';
import type { Subscription, SubscriptionTopic } from '../webhook/subscription.ts';

/** How the hub registers the addresses of hooks with a system by itself, as data: the kit's `Subscription`. */

const words = z.string().min(1).max(200);
const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, messages.customNameInvalid);
const events = z.array(words).min(1).max(100);
const atMost = <Value extends z.ZodType>(value: Value, max: number) =>
  z
    .record(name, value)
    .refine((given) => Object.keys(given).length > 0, messages.customSubscriptionEmpty)
    .refine((given) => Object.keys(given).length <= max, messages.customTooMany({ max }));

/** From a minute to a year. */
const lifeS = z.int().min(60).max(31_536_000);

const topicSchema = z.strictObject({
  title: words,
  needs: z.string().min(1).max(1000).default('Whatever its requests need.'),
  objects: atMost(events, 100),
  of: atMost(z.strictObject({ title: words, from: name.optional() }), 5).optional(),
  list: plainPages.pick({ request: true, format: true, paginate: true, nextRequest: true, extract: true }),
  urlPath: valuePath,
  idPath: valuePath,
  createdIdPath: valuePath.optional(),
  create: requestSchema,
  verify: requestSchema.optional(),
  remove: z.array(requestSchema).min(1).max(3),
  /** Where the answer has the secret that the system made. Absent: the hub makes it, the hole `$secret`. */
  secretPath: valuePath.optional(),
  ends: z.strictObject({ lifeS, path: valuePath.optional(), renew: requestSchema }).optional(),
});

export const subscriptionSchema = z.strictObject({
  docsUrl: z
    .url({ protocol: /^https$/ })
    .max(2000)
    .optional(),
  topics: atMost(topicSchema, 20),
  renewOn: events.optional(),
});

export type GivenSubscription = z.output<typeof subscriptionSchema>;
type GivenTopic = z.output<typeof topicSchema>;

/** Holes that are filled beside those of the configuration, in each request of a topic. */
const ofCreation = ['$url', '$name', '$secret', '$events', '$event_names', '$ends_at'];

/** Names of the holes that a request at this place of a topic may have. @param place `create`, `list.request`, `remove[0]`. */
export function listSubscriptionHoles({ of = {} }: GivenTopic, place: string): string[] {
  if (place.startsWith('create')) return [...ofCreation, ...Object.keys(of).map((part) => `$of.${part}`)];
  if (place.startsWith('list')) return ['$page', '$page_size'];
  return place.startsWith('ends') ? ['$id', '$ends_at'] : ['$id'];
}

/**
 * What form alone cannot say of topics: what they tell of is an object of the connector, what they are about stands in requests,
 * and what deliveries are checked by is one secret that both sides come to know.
 *
 * @param form Names of the secrets that follow from `verify`.
 * @param holesOf Holes of the texts of a value.
 */
export function checkSubscription(
  { topics }: GivenSubscription,
  about: {
    form: readonly string[];
    /** The secret has a form of its own, by Standard Webhooks. */
    isStandard: boolean;
    objects: readonly string[];
    parameters: readonly string[];
    holesOf: (value: unknown) => readonly string[];
  },
): FieldError[] {
  const refuse = (path: string, code: string, message: string, allowed?: readonly string[]): FieldError => ({
    path: `webhook.subscription${path}`,
    code,
    message,
    ...(allowed === undefined ? {} : { allowed: allowed.slice(0, 40) }),
  });
  const isUnfit = about.form.length !== 1 || (about.isStandard && Object.values(topics).some(isMadeHere));
  const unfit = !isUnfit ? [] : [refuse('', 'secrets_not_one', messages.customSubscriptionSecrets, about.form)];
  return [
    ...unfit,
    ...Object.entries(topics).flatMap(([id, topic]) => {
      const at = `.topics.${id}`;
      const made = about.holesOf(topic.create);
      const needed = [
        '$url',
        ...(topic.secretPath === undefined ? ['$secret'] : []),
        ...Object.keys(topic.of ?? {}).map((part) => `$of.${part}`),
      ];
      const requests: [string, unknown][] = [
        ...topic.remove.map((request, index): [string, unknown] => [`${at}.remove[${index}]`, request]),
        ...(topic.ends === undefined ? [] : [[`${at}.ends.renew`, topic.ends.renew] satisfies [string, unknown]]),
      ];
      return [
        ...Object.keys(topic.objects)
          .filter((object) => !about.objects.includes(object))
          .map((object) =>
            refuse(`${at}.objects.${object}`, 'unknown_object', messages.customSubscriptionObject, about.objects),
          ),
        ...Object.entries(topic.of ?? {})
          .filter(([, { from }]) => from !== undefined && !about.parameters.includes(from))
          .map(([part]) =>
            refuse(`${at}.of.${part}.from`, 'unknown_parameter', messages.customSubscriptionFrom, about.parameters),
          ),
        ...needed
          .filter((hole) => !made.includes(hole))
          .map((hole) => refuse(`${at}.create`, 'missing_hole', messages.customSubscriptionHole({ hole }))),
        ...requests
          .filter(([, request]) => !about.holesOf(request).includes('$id'))
          .map(([place]) => refuse(place, 'missing_hole', messages.customSubscriptionHole({ hole: '$id' }))),
      ];
    }),
  ];
}

function isMadeHere({ secretPath }: GivenTopic): boolean {
  return secretPath === undefined;
}

/** The secrets that a webhook cannot do without. */
export function listSecretFields({ credentials }: Pick<Webhook, 'credentials'>): string[] {
  return Object.entries<z.ZodType>(credentials.shape)
    .filter(([, field]) => !field.safeParse(undefined).success)
    .map(([field]) => field);
}

/** Makes of it what connectors of the hub declare. @param field The secret that deliveries are checked by. */
export function toSubscription(given: GivenSubscription, docsUrl: string, field: string): Subscription {
  const { topics, renewOn } = given;
  return {
    docsUrl: given.docsUrl ?? docsUrl,
    topics: Object.fromEntries(Object.entries(topics).map(([id, topic]) => [id, toTopic(topic, field)])),
    ...(renewOn === undefined ? {} : { renewOn }),
  };
}

function toTopic(given: GivenTopic, field: string): SubscriptionTopic {
  const { list: listed, of, createdIdPath, verify, secretPath, ends, ...facts } = given;
  const list = reads({ kind: 'pages', ...listed });
  if (list.kind !== 'pages') throw new TypeError('Subscriptions are listed in pages.');
  return {
    ...facts,
    list,
    ...(of === undefined ? {} : { of: Object.fromEntries(Object.entries(of).map(([id, part]) => [id, toPart(part)])) }),
    ...(createdIdPath === undefined ? {} : { createdIdPath }),
    ...(verify === undefined ? {} : { verify }),
    secret: { field, ...(secretPath === undefined ? {} : { path: secretPath }) },
    ...(ends === undefined
      ? {}
      : { ends: { lifeS: ends.lifeS, renew: ends.renew, ...(ends.path === undefined ? {} : { path: ends.path }) } }),
  };
}

function toPart({ title, from }: { title: string; from?: string | undefined }): { title: string; from?: string } {
  return { title, ...(from === undefined ? {} : { from }) };
}
