import { decodeHead, encodeHead } from './envelope.ts';
import type { PrivateKeys, PublicKeys } from './key-files.ts';
import { unwrap, wrap } from './session-key.ts';

/** Wraps again for the active key what older ones wrap. Exists in worker processes only. */
export interface Rewrapper {
  /** The key that values are sealed to now. */
  readonly activeKeyId: string;
  /**
   * The head of a value that is sealed to the active key, in place of that of a value which an older one seals: the rest of the
   * value stays as it is, since data keys are derived from what the head wraps.
   *
   * @param head All that comes before the salt. @see vault/envelope.ts
   * @returns `undefined` where its key is not in the key file, so that nobody can open the value.
   */
  rewrap(head: Buffer): Promise<Buffer | undefined>;
}

export function createRewrapper(privateKeys: PrivateKeys, publicKeys: PublicKeys): Rewrapper {
  return {
    activeKeyId: publicKeys.active.keyId,
    rewrap: async (head) => {
      const wrapped = decodeHead(head);
      if (!privateKeys.has(wrapped.keyId)) return undefined;
      const key = await unwrap(privateKeys, wrapped);
      const again = encodeHead(await wrap(publicKeys, key));
      key.fill(0);
      return again;
    },
  };
}
