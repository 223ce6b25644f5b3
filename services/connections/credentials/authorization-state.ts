import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * The `state` of an authorization: who began it and which one it is, so that the callback, which carries no credential,
 * finds it within its organization; and a secret that makes it impossible to guess. Only the secret's hash is stored.
 */
export interface AuthorizationState {
  /** UUIDs. */
  orgId: string;
  id: string;
  secret: Buffer;
}

const secretBytes = 32;

export function createState(orgId: string, id: string): { state: string; secretHash: Buffer } {
  const secret = randomBytes(secretBytes);
  return {
    state: Buffer.concat([toBytes(orgId), toBytes(id), secret]).toString('base64url'),
    secretHash: hash(secret),
  };
}

/** @returns `undefined` when the text is no state of ours. */
export function readState(text: string): AuthorizationState | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== 32 + secretBytes || bytes.toString('base64url') !== text) return undefined;
  return { orgId: toUuid(bytes.subarray(0, 16)), id: toUuid(bytes.subarray(16, 32)), secret: bytes.subarray(32) };
}

export function isStateOf(secretHash: Buffer, { secret }: AuthorizationState): boolean {
  const given = hash(secret);
  return given.length === secretHash.length && timingSafeEqual(given, secretHash);
}

function hash(secret: Buffer): Buffer {
  return createHash('sha256').update(secret).digest();
}

function toBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

function toUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
