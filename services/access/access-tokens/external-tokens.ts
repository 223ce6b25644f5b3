import { type CryptoKey, decodeJwt, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../../core/clock.ts';
import { HubError } from '../../../core/errors.ts';
import type { Database } from '../../../drizzle/client.ts';
import { findTokenIssuers, type TokenIssuerLookup } from '../../../drizzle/find-token-issuer.ts';
import type { CredentialListener } from '../credentials/credential-listener.ts';
import { createCredentialMemory } from '../credentials/credential-memory.ts';
import { namesOrganization } from '../token-issuers/audience.ts';
import { grantScopes, scopeRules } from '../token-issuers/scope-rules.ts';
import { isStorable, lastInstant } from '../../shared/schemas.ts';
import { askDatabase } from '../../shared/transaction.ts';
import type { KeySets } from './key-sets.ts';
import { refuseToken } from './refuse-token.ts';
import { toActor } from './to-actor.ts';
import type { IssuedTokens } from './token-verifier.ts';
import { createVerifiedTokens } from './verified-tokens.ts';

/** For clocks that differ. */
const toleranceSeconds = 10;
/** Audiences that a token may name; those in use name one or two. */
const audiencesMax = 20;
/** However long a token is valid, its signature is checked again after this: its key may have been withdrawn. */
const trustedMs = 600_000;

/**
 * What `typ` may say. Many issuers name access tokens `JWT`, or nothing; what names itself something else is for another
 * use, and is refused.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8725#section-3.11
 */
const acceptedTypes: ReadonlySet<string> = new Set(['at+jwt', 'application/at+jwt', 'jwt']);

const neededClaims = z.looseObject({ sub: z.string().min(1), exp: z.number() });

type VerifiedClaims = z.infer<typeof neededClaims> & { until: number };

type KnownIssuer = TokenIssuerLookup & { uuid: string };

/** Verifies tokens of the issuers that organizations trust. */
export function createExternalTokens(deps: {
  database: Database;
  clock: Clock;
  credentialListener: Pick<CredentialListener, 'isListening' | 'onChange'>;
  keySets: KeySets;
}): IssuedTokens {
  const { database, clock, credentialListener, keySets } = deps;
  const verified = createVerifiedTokens<VerifiedClaims>(({ until }) => until <= clock.now());
  const memory = createCredentialMemory<KnownIssuer>({ clock, credentialListener });

  const findIssuer = async (iss: string, audiences: string[]): Promise<KnownIssuer | undefined> => {
    const found = await askDatabase(() => findTokenIssuers(database, iss, audiences));
    // What an organization registered before audiences named it counts where nobody is named.
    const named = found.filter(namesOrganization);
    const [issuer, ...others] = named.length > 0 ? named : found;
    return issuer === undefined || others.length > 0 ? undefined : { ...issuer, uuid: issuer.id };
  };

  const read = async (token: string, iss: string, issuer: TokenIssuerLookup): Promise<VerifiedClaims> => {
    // What was verified under other terms is not verified under these.
    const terms = [issuer.id, iss, issuer.audience, issuer.jwksUri, ...issuer.algorithms];
    const known = verified.get(token, ...terms);
    if (known !== undefined) return known;
    const keys = keySets.open(issuer.id, issuer.jwksUri);
    const payload = await check(token, keys, { iss, issuer, now: clock.now() });
    const needed = neededClaims.safeParse(payload);
    if (!needed.success) throw refuseToken();
    const expiresAt = (needed.data.exp + toleranceSeconds) * 1000;
    const claims = { ...needed.data, until: Math.min(expiresAt, clock.now() + trustedMs) };
    verified.set(claims, token, ...terms);
    return claims;
  };

  return {
    verify: async (token, iss) => {
      const audiences = readAudiences(token);
      const issuer = await memory.find(JSON.stringify([iss, audiences]), () => findIssuer(iss, audiences));
      if (issuer === undefined || issuer.disabledAt !== undefined) throw refuseToken();
      const claims = await read(token, iss, issuer);
      if (issuer.subjects !== undefined && !issuer.subjects.includes(claims.sub)) throw refuseToken();
      return {
        orgId: issuer.orgId,
        kind: 'external',
        // Some issuers count in milliseconds, or write a number that stands for never.
        expiresAt: Math.min(claims.exp * 1000, lastInstant),
        actor: toActor(issuer.id, claims.sub),
        scopes: grantScopes(scopeRules.parse(issuer.scopeRules), claims),
        requireIfMatch: issuer.requireIfMatch,
      };
    },
  };
}

/** Whom a token says that it is for. Believed only once it is verified. */
function readAudiences(token: string): string[] {
  // The caller has decoded the token already.
  const { aud = [] } = decodeJwt(token);
  const audiences = [aud].flat().filter((text) => typeof text === 'string' && isStorable(text));
  if (audiences.length > audiencesMax) throw refuseToken();
  return audiences;
}

async function check(
  token: string,
  keys: JWTVerifyGetKey<CryptoKey>,
  { iss, issuer, now }: { iss: string; issuer: TokenIssuerLookup; now: number },
): Promise<JWTPayload> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      algorithms: issuer.algorithms,
      issuer: iss,
      audience: issuer.audience,
      requiredClaims: ['exp', 'sub'],
      clockTolerance: toleranceSeconds,
      currentDate: new Date(now),
    });
    if (!acceptedTypes.has((protectedHeader.typ ?? 'jwt').toLowerCase())) throw refuseToken();
    return payload;
  } catch (error) {
    if (error instanceof HubError) throw error;
    if (error instanceof errors.JWTExpired) throw refuseToken('expired');
    // A key that is too weak for its algorithm is refused with a `TypeError`.
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw refuseToken();
    throw error;
  }
}
