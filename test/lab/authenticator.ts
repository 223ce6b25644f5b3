import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Bits of what an authenticator says of itself. @see https://www.w3.org/TR/webauthn-3/#authdata-flags */
const flags = { present: 0x01, verified: 0x04, attested: 0x40 } as const;

/** What an authenticator and its browser are made to say otherwise than is true. */
export interface Lies {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** Nobody gave a finger or a PIN. */
  unverified?: boolean;
  counter?: number;
  /** Signs something else. */
  forged?: boolean;
  userHandle?: string;
}

interface Credential {
  id: string;
  rawId: string;
  type: 'public-key';
  response: Record<string, string | string[]>;
}

/** An authenticator with one key, in a browser at an origin, which answers as `PublicKeyCredential.toJSON()` does. */
export class Authenticator {
  readonly id = randomBytes(32);
  counter = 0;
  userHandle = '';
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Answers to options for a new passkey. */
  create(options: Record<string, unknown>, lies: Lies = {}): Credential {
    this.userHandle = String(Object(options['user']).id);
    const rpId = lies.rpId ?? String(Object(options['rp']).id);
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    // A map in CBOR: an elliptic curve key of P-256 for ES256 (COSE).
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const length = Buffer.from([0, this.id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, key]);
    const data = Buffer.concat([this.#describeItself(rpId, lies, flags.attested), attested]);
    // `{"fmt": "none", "attStmt": {}, "authData": …}` in CBOR.
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return this.#toCredential({
      clientDataJSON: this.#describeQuestion('webauthn.create', options, lies).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Answers to options for a passkey that is known. */
  answer(options: Record<string, unknown>, lies: Lies = {}): Credential {
    const data = this.#describeItself(lies.rpId ?? String(options['rpId']), lies, 0);
    const question = this.#describeQuestion('webauthn.get', options, lies);
    const digest = createHash('sha256').update(question).digest();
    const signed = Buffer.concat([data, lies.forged === true ? randomBytes(32) : digest]);
    return this.#toCredential({
      clientDataJSON: question.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      userHandle: lies.userHandle ?? this.userHandle,
    });
  }

  #toCredential(response: Credential['response']): Credential {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', response };
  }

  #describeItself(rpId: string, { counter = this.counter, unverified }: Lies, more: number): Buffer {
    const bits = Buffer.alloc(5);
    bits.writeUInt8(flags.present | (unverified === true ? 0 : flags.verified) | more);
    bits.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), bits]);
  }

  #describeQuestion(type: string, options: Record<string, unknown>, lies: Lies): Buffer {
    const { challenge = options['challenge'], origin = this.#origin } = lies;
    return Buffer.from(JSON.stringify({ type: lies.type ?? type, challenge, origin, crossOrigin: false }));
  }
}
