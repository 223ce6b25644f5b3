import type { Clock } from '../../../core/clock.ts';
import type { CredentialListener } from './credential-listener.ts';

/** Caches results of credential look-ups for as long as they cannot have changed. */
export interface CredentialMemory<Known> {
  /**
   * @param name Identifies the look-up. Never a secret: it is stored.
   * @returns what is remembered, or else what the look-up finds.
   */
  find(name: string, lookUp: () => Promise<Known | undefined>): Promise<Known | undefined> | Known;
  /** Forgets what has this UUID, or whose owner or organization has it; all, where it is `undefined`. */
  forget(uuid: string | undefined): void;
}

/**
 * How long a credential is remembered at most. The listener takes changes out at once; this bounds what happens when the
 * network drops the listener's connection without a word.
 */
const rememberMs = 5000;
const rememberedMax = 10_000;

/**
 * Makes an empty memory. What is remembered goes when its UUID is reported, or that of its owner or organization: a person has
 * several sessions. Only what exists is remembered. While the listener does not listen, nothing is: every request
 * looks up by itself. Requests that ask for one name at once share one look-up otherwise.
 */
export function createCredentialMemory<
  Known extends { readonly uuid: string; readonly owner?: string; readonly organization?: string },
>(deps: {
  credentialListener: Pick<CredentialListener, 'isListening' | 'onChange'>;
  clock: Clock;
}): CredentialMemory<Known> {
  const { credentialListener, clock } = deps;
  const remembered = new Map<string, { known: Known; until: number }>();
  const lookUps = new Map<string, Promise<Known | undefined>>();
  let changes = 0;

  const forget = (uuid: string | undefined): void => {
    changes += 1;
    // A look-up under way may have read what was there before the change; a caller that asks now needs a new one.
    lookUps.clear();
    for (const [name, { known }] of remembered) {
      const names = [known.uuid, known.owner, known.organization];
      if (uuid === undefined || names.includes(uuid)) remembered.delete(name);
    }
  };
  credentialListener.onChange(forget);

  const share = async (name: string, lookUp: () => Promise<Known | undefined>): Promise<Known | undefined> => {
    const changesBefore = changes;
    const until = clock.monotonic() + rememberMs;
    try {
      const known = await lookUp();
      if (known === undefined || changes !== changesBefore) return known;
      if (remembered.size >= rememberedMax) remembered.clear();
      remembered.set(name, { known, until });
      return known;
    } finally {
      if (changes === changesBefore) lookUps.delete(name);
    }
  };

  return {
    forget,
    find: (name, lookUp) => {
      if (!credentialListener.isListening()) return lookUp();
      const entry = remembered.get(name);
      if (entry !== undefined && entry.until > clock.monotonic()) return entry.known;
      const underWay = lookUps.get(name) ?? share(name, lookUp);
      lookUps.set(name, underWay);
      return underWay;
    },
  };
}
