import { createHash } from 'node:crypto';
import ssh2 from 'ssh2';
import { describe, expect, it } from 'vitest';
import { makeSshKeys } from './ssh-keys.ts';

const { parseKey } = ssh2.utils;

/** Of a key that could be read, the bytes of the public one. */
function readKey(text: string): Buffer | string {
  const key = parseKey(text);
  return key instanceof Error ? key.message : Buffer.from(key.getPublicSSH());
}

describe('test/lab/ssh-keys', () => {
  it('makes pairs that can be read, whatever their bytes are', () => {
    const pairs = Array.from({ length: 3000 }, (_, n) => makeSshKeys(createHash('sha256').update(`${n}`).digest()));
    const blobs = pairs.map((pair) => Buffer.from(pair.public.split(' ')[1] ?? '', 'base64'));
    const isRead = (text: string, index: number): boolean => blobs[index]?.equals(Buffer.from(readKey(text))) === true;

    expect(pairs.findIndex((pair, index) => !isRead(pair.private, index))).toBe(-1);
    expect(pairs.findIndex((pair, index) => !isRead(pair.public, index))).toBe(-1);
    // 19 bytes stand before the public key.
    expect(blobs.filter((blob) => blob[19] === 0).length).toBeGreaterThan(3);
  });

  it('makes private keys that sign for their public ones', () => {
    const { private: own, public: other } = makeSshKeys();
    const [signer, verifier] = [parseKey(own), parseKey(other)];
    if (signer instanceof Error || verifier instanceof Error) throw new Error('A key cannot be read.');

    const signature: unknown = signer.sign('text');

    expect(Buffer.isBuffer(signature) && verifier.verify('text', signature)).toBe(true);
  });
});
