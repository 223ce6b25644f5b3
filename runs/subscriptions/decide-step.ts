import { canonicalJson } from '../../core/json.ts';
import type { SubscriptionTerms } from '../../drizzle/schema/hooks.ts';
import type { HeldSubscription, MadeTerms } from './subscription-statements.ts';

/** How often the vendor is asked whether a subscription is still there. */
export const checkEveryMs = 6 * 3_600_000;

/** What is to be done next about a subscription. */
export type Step =
  | { do: 'remove'; terms: MadeTerms }
  | { do: 'create'; terms: MadeTerms }
  | { do: 'renew' | 'check'; terms: MadeTerms; id: string }
  | { do: 'rest'; waitMs: number }
  /** Left at the vendor long ago. */
  | { do: 'forget' }
  | { do: 'end' };

/**
 * Says what is to be done next, by what is wanted, what may be there, and the time. Pure.
 *
 * What may be there without its id, or by other terms, is removed before it is made again: so a try whose answer was lost leaves
 * nothing behind, and nothing is there twice.
 *
 * @param given.url The address of the hook.
 * @param given.lifeMs How long one lasts that ends by itself.
 */
export function decideStep(
  { wanted, made, remoteId, endsAt, checkedAt, isLeft }: Omit<HeldSubscription, 'orgId' | 'hookId' | 'epoch'>,
  { url, nowMs, lifeMs }: { url: string; nowMs: number; lifeMs: number | undefined },
): Step {
  if (made === null) return wanted === null ? { do: 'end' } : { do: 'create', terms: { ...wanted, url } };
  if (wanted === null && isLeft) return { do: 'forget' };
  if (wanted === null || remoteId === null || !isSame(made, { ...wanted, url })) return { do: 'remove', terms: made };
  const checkAt = (checkedAt ?? 0) + checkEveryMs;
  const renewAt = endsAt === undefined ? Number.POSITIVE_INFINITY : endsAt - toMargin(lifeMs);
  if (renewAt <= nowMs) return { do: 'renew', terms: made, id: remoteId };
  if (checkAt <= nowMs) return { do: 'check', terms: made, id: remoteId };
  return { do: 'rest', waitMs: Math.min(checkAt, renewAt) - nowMs };
}

/** A third of its life before its end: there is time for many tries, and for a person to act. */
function toMargin(lifeMs: number | undefined): number {
  return lifeMs === undefined ? checkEveryMs : lifeMs / 3;
}

function isSame(made: MadeTerms, wanted: SubscriptionTerms & { url: string }): boolean {
  return (
    canonicalJson({ ...made, events: [...made.events] }) === canonicalJson({ ...wanted, events: [...wanted.events] })
  );
}
