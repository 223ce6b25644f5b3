import type { Json, JsonObject } from '../../../core/json.ts';
import { messages } from '../../../core/messages.ts';
import { createScrub } from '../../../core/telemetry/scrub.ts';
import { compileReader } from '../../../core/path-readers.ts';
import type { Fault } from '../../kit/fault.ts';
import type { RequestTemplate } from '../../kit/http/operations.ts';
import { toPlainText } from '../../kit/type-guards.ts';
import { partText, type SubscriptionTopic } from '../../kit/webhook/subscription.ts';
import { readDocument } from '../shared/decode/document.ts';
import type { MadeSubscription, NewSubscription, Subscriber } from '../shared/subscriber.ts';
import { createCallNamer } from './call.ts';
import type { HttpContext } from './context.ts';
import { planRequest } from './exchange/plan.ts';
import { createPagesSource } from './sources/pages-source.ts';

/** Time for one request that changes something: the vendor may try the address before it answers. */
const requestTimeoutMs = 20_000;

/** Carries out what a topic declares. */
export function createSubscriber(context: HttpContext, topic: SubscriptionTopic): Subscriber {
  const { urlPath, idPath, createdIdPath = idPath, ends, secret } = topic;
  const readUrl = compileReader(urlPath);
  const readId = createIdReader(topic, idPath);
  const readCreatedId = createIdReader(topic, createdIdPath);
  const { send, calls } = createSender(context);
  const toEnd = (): Date => new Date(context.clock.now() + (ends?.lifeS ?? 0) * 1000);

  const readParts = (of: Readonly<Record<string, string>>): JsonObject =>
    Object.fromEntries(
      Object.entries(topic.of ?? {}).map(([name, { from }]) => {
        const part = choosePart({ name, from, given: of[name] }, context.scope.config);
        if (!part.ok) throw calls.toError({ kind: 'config', message: part.message }, undefined);
        return [`$of.${name}`, part.value];
      }),
    );

  const list = async (url: string, signal: AbortSignal): Promise<string[]> => {
    const source = createPagesSource(context, topic.list);
    const found: string[] = [];
    for (let cursor: Json | undefined = null; cursor !== undefined;) {
      const { records, next }: { records: JsonObject[]; next: Json | undefined } = await source.readPage(
        cursor,
        signal,
      );
      for (const record of records) if (readUrl(record) === url) found.push(readId(record));
      cursor = next;
    }
    return found.filter((id) => id !== '');
  };

  const create = async (wanted: NewSubscription, signal: AbortSignal): Promise<MadeSubscription> => {
    const asked = toEnd();
    const holes = {
      $url: wanted.url,
      $name: wanted.name,
      $secret: wanted.secret,
      $events: [...wanted.events],
      $event_names: wanted.events.join(','),
      $ends_at: asked.toISOString(),
      ...readParts(wanted.of ?? {}),
    };
    const answer = await send(toCreate(topic, wanted.events), holes, { signal, repeatable: false });
    const id = readCreatedId(answer ?? null);
    if (id === '') throw calls.toError(odd, undefined);
    const made = secret.request === undefined ? readSecretOf(topic, answer ?? null) : '';
    if (made === undefined) throw calls.toError(odd, undefined);
    return {
      id,
      ...(ends === undefined ? {} : { endsAt: readEnd(ends.path, answer ?? null, asked) }),
      ...(made === '' ? {} : { secret: made }),
    };
  };

  return {
    list,
    create,
    readSecret: async (id, signal) => {
      if (secret.request === undefined) return undefined;
      const answer = await send(secret.request, { $id: id }, { signal, repeatable: true });
      const made = readSecretOf(topic, answer ?? null);
      if (made === undefined) throw calls.toError(odd, undefined);
      return made;
    },
    verify: async (id, signal) => {
      if (topic.verify !== undefined) await send(topic.verify, { $id: id }, { signal, repeatable: true });
    },
    renew: async (id, signal) => {
      const asked = toEnd();
      if (ends === undefined) return asked;
      const holes = { $id: id, $ends_at: asked.toISOString() };
      const answer = await send(ends.renew, holes, { signal, repeatable: true });
      return answer === undefined ? 'gone' : readEnd(ends.path, answer, asked);
    },
    remove: async (id, signal) => {
      for (const request of topic.remove) await send(request, { $id: id }, { signal, repeatable: true });
    },
  };
}

/** Reads the id of a subscription. @returns an empty text where the answer has no id. */
function createIdReader({ idIsAddress }: SubscriptionTopic, path: string): (answer: Json) => string {
  const read = compileReader(path);
  return (answer) => {
    const id = toPlainText(read(answer));
    return idIsAddress === true ? (id.split('/').at(-1) ?? '') : id;
  };
}

/** @returns the secret that the vendor made; an empty text where it makes none, nothing where it is missing. */
function readSecretOf({ secret: { path } }: SubscriptionTopic, answer: Json): string | undefined {
  if (path === undefined) return '';
  const made = toPlainText(compileReader(path)(answer));
  return made === '' ? undefined : made;
}

/** The request that makes one, with the events among its members where the vendor has them so. */
function toCreate({ create, eventsAreMembers }: SubscriptionTopic, events: readonly string[]): RequestTemplate {
  if (eventsAreMembers === undefined) return create;
  return { ...create, body: { ...create.body, ...Object.fromEntries(events.map((event) => [event, true])) } };
}

/** @returns what sends a request and gives its answer's document; nothing where the vendor does not know what it is about. */
function createSender(context: HttpContext) {
  const calls = createCallNamer(context.connectorId, 'subscribe');
  const send = async (
    request: RequestTemplate,
    holes: JsonObject,
    how: { signal: AbortSignal; repeatable: boolean },
  ): Promise<Json | undefined> => {
    const planned = planRequest(request, context.scope, (name) =>
      Object.hasOwn(holes, name) ? holes[name] : undefined,
    );
    if (!planned.ok) throw calls.toError({ ...planned.fault, kind: 'config' }, undefined);
    const { plan } = planned;
    const exchanged = await context.client.exchange({ plan, timeoutMs: requestTimeoutMs, ...how });
    if (exchanged.status === 'failed') throw calls.toError(exchanged.fault, plan);
    const { answer } = exchanged;
    if (answer.fault?.kind === 'not_found' && Object.hasOwn(holes, '$id')) return undefined;
    if (answer.fault !== undefined) throw calls.toError(withReason(context, answer.fault, holes), plan, answer.status);
    return readDocument(answer.body) ?? null;
  };
  return { send, calls };
}

/** The vendor says why an address or an event is not taken; what is secret is left out of it. */
function withReason(context: HttpContext, fault: Fault, { $secret: secret }: JsonObject): Fault {
  if (fault.vendorMessage === undefined) return fault;
  const scrub = createScrub(typeof secret === 'string' ? [secret] : []);
  return { ...fault, message: `${fault.message} ${scrub(context.createScrub()(fault.vendorMessage))}` };
}

function readEnd(path: string | undefined, answer: Json, asked: Date): Date {
  const text = path === undefined ? '' : toPlainText(compileReader(path)(answer));
  const end = new Date(text);
  return Number.isNaN(end.getTime()) ? asked : end;
}

const odd: Fault = {
  kind: 'schema_drift',
  message: 'The answer does not say which subscription was made.',
};

type Part = { ok: true; value: string } | { ok: false; message: string };

/** What a subscription is about: what the trigger names, else the only one that the connection does. */
function choosePart(
  { name, from, given }: { name: string; from: string | undefined; given: string | undefined },
  config: JsonObject,
): Part {
  const known = from === undefined ? undefined : [config[from] ?? []].flat().map(toPlainText);
  if (from !== undefined && known !== undefined && given !== undefined && !known.includes(given))
    return { ok: false, message: messages.subscriptionPartForeign({ name, from }) };
  const value = given ?? (known?.length === 1 ? known[0] : undefined);
  if (value !== undefined && partText.test(value)) return { ok: true, value };
  if (value === undefined && from !== undefined)
    return { ok: false, message: messages.subscriptionPartUnclear({ name, from }) };
  return { ok: false, message: messages.subscriptionPartInvalid };
}
