import { createHash } from 'node:crypto';

/** Remembers what tokens said whose signature was right, so that it is checked once. The tokens are held nowhere. */
export interface VerifiedTokens<Claims> {
  get(...parts: string[]): Claims | undefined;
  set(claims: Claims, ...parts: string[]): void;
}

const rememberedMax = 10_000;

/** @param isPast Whether what was remembered counts no more. */
export function createVerifiedTokens<Claims>(isPast: (claims: Claims) => boolean): VerifiedTokens<Claims> {
  const remembered = new Map<string, Claims>();
  return {
    get: (...parts) => {
      const key = digest(parts);
      const claims = remembered.get(key);
      if (claims === undefined || !isPast(claims)) return claims;
      remembered.delete(key);
      return undefined;
    },
    set: (claims, ...parts) => {
      if (remembered.size >= rememberedMax) remembered.clear();
      remembered.set(digest(parts), claims);
    },
  };
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
