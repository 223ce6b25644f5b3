import { createHash, randomBytes } from 'node:crypto';
import { FaultError } from '../../../kit/fault.ts';
import type { Authenticate, OutgoingRequest } from './authenticator.ts';

/** What a server asks to be answered. @see https://www.rfc-editor.org/rfc/rfc7616#section-3.3 */
export interface Challenge {
  realm: string;
  nonce: string;
  opaque: string | undefined;
  algorithm: keyof typeof hashes;
  /** Absent: the server supports only RFC 2069. */
  qop: 'auth' | 'auth-int' | undefined;
  userhash: boolean;
}

const hashes = { 'SHA-512-256': 'sha512-256', 'SHA-256': 'sha256', MD5: 'md5' } as const;

/**
 * Answers digest challenges. The first request goes without credentials; later ones answer the last challenge, whose
 * nonce is counted up, until the server gives another.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7616
 */
export function createDigest(readLogin: () => [username: string, password: string]): Authenticate {
  let challenge: Challenge | undefined;
  let count = 0;
  return (request) => {
    const answered = challenge;
    if (answered !== undefined) {
      count += 1;
      const [username, password] = readLogin();
      const turn = { username, password, cnonce: randomBytes(16).toString('base64url'), count };
      request.headers['authorization'] = answerChallenge(answered, request, turn);
    }
    return Promise.resolve(({ status, headers }) => {
      if (status !== 401) return Promise.resolve(false);
      const next = readChallenge(headers['www-authenticate'] ?? '');
      // The same nonce again means that the response was wrong. Another request may have received a newer nonce.
      const isRefused = answered !== undefined && next?.nonce === answered.nonce;
      if (next === undefined || isRefused) return Promise.resolve(false);
      if (challenge?.nonce !== next.nonce) [challenge, count] = [next, 0];
      return Promise.resolve(true);
    });
  };
}

export interface DigestTurn {
  username: string;
  password: string;
  cnonce: string;
  count: number;
}

/** Writes the `Authorization` header that answers a challenge. */
export function answerChallenge(
  { realm, nonce, opaque, algorithm, qop, userhash }: Challenge,
  { method, url, body }: Pick<OutgoingRequest, 'method' | 'url' | 'body'>,
  { username, password, cnonce, count }: DigestTurn,
): string {
  const hash = (text: string): string => createHash(hashes[algorithm]).update(text).digest('hex');
  const uri = `${url.pathname}${url.search}`;
  const nc = count.toString(16).padStart(8, '0');
  const ha1 = hash(`${username}:${realm}:${password}`);
  const ha2 = hash(qop === 'auth-int' ? `${method}:${uri}:${hash(body ?? '')}` : `${method}:${uri}`);
  const tail = qop === undefined ? '' : `${nc}:${cnonce}:${qop}:`;
  const quoted = {
    username: userhash ? hash(`${username}:${realm}`) : username,
    realm,
    nonce,
    uri,
    response: hash(`${ha1}:${nonce}:${tail}${ha2}`),
    ...(qop === undefined ? {} : { cnonce }),
    ...(opaque === undefined ? {} : { opaque }),
  };
  const plain = { algorithm, ...(qop === undefined ? {} : { qop, nc }), ...(userhash ? { userhash: 'true' } : {}) };
  const members = [
    ...Object.entries(quoted).map(([name, value]) => `${name}="${value.replaceAll(/["\\]/g, '\\$&')}"`),
    ...Object.entries(plain).map(([name, value]) => `${name}=${value}`),
  ];
  return `Digest ${members.join(', ')}`;
}

/**
 * Finds the strongest digest challenge that can be answered.
 *
 * @throws {FaultError} `unsupported` when the server asks for digests of other kinds only.
 */
export function readChallenge(header: string): Challenge | undefined {
  const parts = header.split(/(?:^|,)\s*Digest\s+/i).slice(1);
  const challenges = parts.map(toChallenge).filter((challenge) => challenge !== undefined);
  const strengths = Object.keys(hashes);
  const [strongest] = challenges.toSorted((a, b) => strengths.indexOf(a.algorithm) - strengths.indexOf(b.algorithm));
  if (strongest === undefined && parts.length > 0) throw new FaultError(unsupported);
  return strongest;
}

const unsupported = {
  kind: 'unsupported',
  message: 'The system requires an unsupported kind of digest authentication.',
} as const;

const member = /([a-z]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi;

function toChallenge(text: string): Challenge | undefined {
  const members: Record<string, string> = {};
  for (const [, name = '', quoted, bare] of text.matchAll(member)) {
    members[name.toLowerCase()] ??= quoted?.replaceAll(/\\(.)/g, '$1') ?? bare ?? '';
  }
  const { realm, nonce, opaque, userhash } = members;
  const algorithm = (members['algorithm'] ?? 'MD5').toUpperCase();
  const offered = members['qop']?.split(',').map((option) => option.trim());
  const qop =
    offered?.includes('auth') === true ? 'auth' : offered?.includes('auth-int') === true ? 'auth-int' : undefined;
  if (realm === undefined || nonce === undefined || !isKnown(algorithm)) return undefined;
  if (offered !== undefined && qop === undefined) return undefined;
  return { realm, nonce, opaque, algorithm, qop, userhash: userhash?.toLowerCase() === 'true' };
}

function isKnown(algorithm: string): algorithm is keyof typeof hashes {
  return Object.hasOwn(hashes, algorithm);
}
