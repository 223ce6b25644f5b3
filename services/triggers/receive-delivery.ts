import type { HandshakeAnswer } from '../../connectors/kit/webhook/answer-handshake.ts';
import { createHash } from 'node:crypto';
import { type Delivery, readDelivery } from '../../connectors/kit/webhook/delivery.ts';
import type { VendorEvent } from '../../connectors/kit/webhook/read-events.ts';
import { type Receipt, receiveDelivery as receive } from '../../connectors/kit/webhook/receive.ts';
import { HubError, invalidRequest } from '../../core/errors.ts';
import { type Id, toId } from '../../core/ids.ts';
import { isJsonObject } from '../../core/json.ts';
import type { SentEvent } from './store-events.ts';
import { findHook } from './find-hook.ts';
import type { Hook } from './hook.ts';
import { isAboutSubscription } from './subscriptions/renew-on-events.ts';
import type { HookDeps } from './open-hooks.ts';
import { messages } from '../../core/messages.ts';

export type { Delivery };

/** What a vendor is answered. */
export type DeliveryAnswer =
  | { kind: 'accepted'; eventId: Id<'event'>; /** As it took the delivery. */ hook: Hook }
  | { kind: 'handshake'; answer: HandshakeAnswer };

/** A delivery by a method that carries no events. */
export class NoDelivery extends HubError {
  constructor() {
    super('method_not_allowed', messages.deliveryMethodInvalid, { details: { allowed: ['POST'] } });
  }
}

/**
 * Takes what a vendor sends to a hook. No caller stands behind it: what proves it is its signature.
 *
 * Events are accepted once this returns: they are stored, and so is the run that reads them.
 *
 * @idempotency key = the event's own; one that comes again is answered like the first time, and starts nothing.
 * @throws {HubError} `unauthorized` for a delivery that is not the vendor's, or is too old; `invalid_request` where it is
 *   not of the vendor's form; `method_not_allowed`; `service_unavailable`; what `charge` throws, before anything is stored.
 */
export async function receiveHookDelivery({
  deps,
  input: { hook, ...input },
}: {
  deps: HookDeps;
  input: { hook: Hook } & DeliveryInput;
}): Promise<DeliveryAnswer> {
  const answer = await answerBy(deps, hook, input);
  if (answer !== undefined) return answer;
  // What was remembered is not what is stored: once more by that.
  const present = await findHook(deps, toId('hook', hook.id), 'as stored');
  const second = await answerBy(deps, present, input);
  if (second !== undefined) return second;
  throw new HubError('service_unavailable', messages.hookChanging, {
    retryAfterSeconds: 1,
  });
}

interface DeliveryInput {
  delivery: Delivery;
  /** Is asked once the delivery is known to be the vendor's. */
  charge(): Promise<void>;
}

/** @returns nothing where a remembered hook may not be the present one, and nothing was stored. @throws {HubError} */
async function answerBy(
  deps: HookDeps,
  hook: Hook,
  { delivery, charge }: DeliveryInput,
): Promise<DeliveryAnswer | undefined> {
  const nowMs = deps.clock.now();
  if (!isFromNetworks(hook, delivery)) {
    if (hook.isRemembered) return undefined;
    // As for any other reason: who guesses learns nothing.
    throw toRefusal('unsigned');
  }
  const credentials = hook.openCredentials(nowMs);
  const receipt = await receive(hook.webhook, delivery, credentials, { ...deps.vendors, nowMs });
  if (receipt.outcome !== 'events' && hook.isRemembered) return undefined;
  switch (receipt.outcome) {
    case 'answer':
      return { kind: 'handshake', answer: receipt.answer };
    case 'refused':
      throw toRefusal(receipt.reason);
    case 'events': {
      await charge();
      const stored = await deps.accept(hook, readEvents(hook, receipt.events, delivery));
      return stored === 'stale' ? undefined : { kind: 'accepted', eventId: toId('event', stored.id), hook };
    }
  }
}

function isFromNetworks({ networks }: Hook, { sender }: Delivery): boolean {
  return networks === undefined || (sender?.address !== undefined && networks.has(sender.address));
}

/** What is stored of a delivery: its events, or, where it is a record itself, one event with that. */
function readEvents(hook: Hook, events: readonly VendorEvent[], delivery: Delivery): readonly SentEvent[] {
  const { readPayload } = hook;
  if (readPayload === undefined) return events;
  const [first] = events;
  const { json } = readDelivery(delivery);
  if (first === undefined || !isJsonObject(json)) throw invalidRequest(messages.deliveryMalformed);
  const read = readPayload(json);
  if (!read.ok) throw invalidRequest(messages.payloadInvalid({ reason: read.message }));
  // What the vendor says of its subscription is no record.
  const isTest = events.every((event) => event.isTest || isAboutSubscription(hook, event));
  const vendorKey = events.length === 1 ? first.key : undefined;
  const key = read.dedupe ?? vendorKey;
  const sameBody = createHash('sha256').update(delivery.body).digest('base64');
  const payload = isTest ? {} : { payload: { key: read.key, record: json } };
  return [
    { ...first, isTest, key: key ?? `body ${sameBody}`, ...(key === undefined ? { isBody: true } : {}), ...payload },
  ];
}

function toRefusal(reason: Extract<Receipt, { outcome: 'refused' }>['reason']): HubError {
  switch (reason) {
    case 'method':
      return new NoDelivery();
    case 'malformed':
      return invalidRequest(messages.deliveryMalformed);
    case 'stale':
      // Its signature is right, so whoever sent it may know.
      return new HubError('unauthorized', messages.deliveryStale, {
        details: { reason: 'stale' },
      });
    case 'unsigned':
    case 'forged':
    case 'no_credentials':
      return new HubError('unauthorized', messages.deliveryUnsigned);
  }
}
