import type { HandshakeAnswer } from '../../connectors/kit/webhook/answer-handshake.ts';
import type { Delivery } from '../../connectors/kit/webhook/delivery.ts';
import { type Receipt, receiveDelivery as receive } from '../../connectors/kit/webhook/receive.ts';
import { HubError, invalidRequest } from '../../core/errors.ts';
import { type Id, toId } from '../../core/ids.ts';
import { findHook } from './find-hook.ts';
import type { Hook } from './hook.ts';
import type { HookDeps } from './open-hooks.ts';
import { messages } from '../../core/messages.ts';

export type { Delivery };

/** What a vendor is answered. */
export type DeliveryAnswer =
  { kind: 'accepted'; eventId: Id<'event'> } | { kind: 'handshake'; answer: HandshakeAnswer };

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
 *   not of the vendor's form; `method_not_allowed`; `service_unavailable`.
 */
export async function receiveHookDelivery({
  deps,
  input: { hook, delivery },
}: {
  deps: HookDeps;
  input: { hook: Hook; delivery: Delivery };
}): Promise<DeliveryAnswer> {
  const answer = await answerBy(deps, hook, delivery);
  if (answer !== undefined) return answer;
  // What was remembered is not what is stored: once more by that.
  const present = await findHook(deps, toId('hook', hook.id), 'as stored');
  const second = await answerBy(deps, present, delivery);
  if (second !== undefined) return second;
  throw new HubError('service_unavailable', messages.hookChanging, {
    retryAfterSeconds: 1,
  });
}

/** @returns nothing where a remembered hook may not be the present one, and nothing was stored. @throws {HubError} */
async function answerBy(deps: HookDeps, hook: Hook, delivery: Delivery): Promise<DeliveryAnswer | undefined> {
  const nowMs = deps.clock.now();
  const credentials = hook.openCredentials(nowMs);
  const receipt = await receive(hook.webhook, delivery, credentials, { ...deps.vendors, nowMs });
  if (receipt.outcome !== 'events' && hook.isRemembered) return undefined;
  switch (receipt.outcome) {
    case 'answer':
      return { kind: 'handshake', answer: receipt.answer };
    case 'refused':
      throw toRefusal(receipt.reason);
    case 'events': {
      const stored = await deps.accept(hook, receipt.events);
      return stored === 'stale' ? undefined : { kind: 'accepted', eventId: toId('event', stored.id) };
    }
  }
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
