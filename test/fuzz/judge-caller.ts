import type { Finding, ReceivedAnswer } from './judge.ts';
import type { Shot } from './shots.ts';

/** Whose request it was: of the organization that the ids belong to, of another one, or without a credential. */
export type Caller = 'owner' | 'foreigner' | 'nobody';

/**
 * Checks what depends on who asks: nobody gets in without a key, and nobody sees another organization's ids.
 *
 * @param known.ids What the owner has seen.
 * @param known.mentioned What the foreigner sent: it may be shown what it wrote itself.
 */
export function judgeCaller(
  shot: Shot,
  { status, text }: ReceivedAnswer,
  caller: Caller,
  { ids, mentioned }: { ids: ReadonlySet<string>; mentioned: readonly string[] },
): Finding[] {
  const violation = (message: string): Finding[] => [{ kind: 'schema_violation', message }];
  // The length of an address is looked at before the credential.
  if (caller === 'nobody' && !shot.operation.isOpen && status !== 401 && status !== 414)
    return violation(`answers ${status} without a credential`);
  if (caller !== 'foreigner') return [];
  const leaked = [...text.matchAll(/[a-z]{2,6}_[0-7][0-9a-hjkmnp-tv-z]{25}/g)]
    .map(([id]) => id)
    .find((id) => ids.has(id) && !mentioned.some((said) => said.includes(id)));
  return leaked === undefined ? [] : violation(`shows ${leaked} to another organization`);
}
