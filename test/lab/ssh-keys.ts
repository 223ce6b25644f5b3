import { createHash, createPrivateKey, createPublicKey, type KeyObject, randomBytes } from 'node:crypto';

/** A pair of keys as OpenSSH writes it. */
export interface SshKeys {
  private: string;
  public: string;
  /** `SHA256:…` of the public one. */
  fingerprint: string;
}

const algorithm = 'ssh-ed25519';
/** What stands before the seed of a private key of Ed25519. @see https://www.rfc-editor.org/rfc/rfc8410 section 7 */
const derHead = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Makes a pair of Ed25519 of a seed of 32 bytes. The generator of ssh2 drops zeros at the beginning of a public key, and one
 * of 256 pairs cannot be read then.
 *
 * @see https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.key
 */
export function makeSshKeys(seed = randomBytes(32)): SshKeys {
  const key = createPrivateKey({ key: Buffer.concat([derHead, seed]), format: 'der', type: 'pkcs8' });
  const x = readPublic(key);
  const publicBlob = join(field(algorithm), field(x));
  const check = randomBytes(4);
  const secret = join(check, check, field(algorithm), field(x), field(join(seed, x)), field(''));
  // Filled up to a multiple of eight, with 1, 2, 3 and so on.
  const filling = Uint8Array.from({ length: -secret.length & 7 }, (_, index) => index + 1);
  const one = Buffer.from([0, 0, 0, 1]);
  const head = join(Buffer.from('openssh-key-v1\0'), field('none'), field('none'), field(''), one);
  const text = join(head, field(publicBlob), field(join(secret, filling))).toString('base64');
  return {
    private: `-----BEGIN OPENSSH PRIVATE KEY-----\n${text.replace(/.{70}/g, '$&\n')}\n-----END OPENSSH PRIVATE KEY-----\n`,
    public: `${algorithm} ${publicBlob.toString('base64')}`,
    fingerprint: `SHA256:${createHash('sha256').update(publicBlob).digest('base64').replace(/=+$/, '')}`,
  };
}

function readPublic(key: KeyObject): Buffer {
  return Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url');
}

/** A value with its length before it. */
function field(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return join(length, bytes);
}

function join(...parts: readonly Uint8Array[]): Buffer {
  return Buffer.concat(parts);
}
