import { checkSignature, type PublicKeys, type Signer } from '../../vault/index.ts';

/** One wait of an item for a callback. */
export interface CallbackWait {
  /** UUIDs. */
  orgId: string;
  itemId: string;
  step: string;
  /** How many callbacks the item has taken at the step before: each has an address of its own. */
  taken: number;
}

const uuidBytes = 16;
const takenBytes = 2;
const signatureBytes = 64;
const stepAt = 2 * uuidBytes + takenBytes;
const tokenPattern = /^[A-Za-z0-9_-]{132,300}$/;

/**
 * Makes the token in the address of a wait: which wait it is, and a signature over that. Nothing of it is stored, and the
 * same wait has the same token as long as the key is the newest.
 */
export function toCallbackToken(signer: Signer, wait: CallbackWait): string {
  const head = Buffer.alloc(stepAt);
  head.write(wait.orgId.replaceAll('-', ''), 'hex');
  head.write(wait.itemId.replaceAll('-', ''), uuidBytes, 'hex');
  head.writeUInt16BE(wait.taken, 2 * uuidBytes);
  const { signature } = signer.sign(toSignedText(wait));
  return Buffer.concat([head, Buffer.from(wait.step), signature]).toString('base64url');
}

/** @returns `undefined` for a text that no key of the hub has made a token of. */
export function readCallbackToken(publicKeys: PublicKeys, text: string): CallbackWait | undefined {
  if (!tokenPattern.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const signature = bytes.subarray(-signatureBytes);
  const wait: CallbackWait = {
    orgId: readUuid(bytes, 0),
    itemId: readUuid(bytes, uuidBytes),
    taken: bytes.readUInt16BE(2 * uuidBytes),
    step: bytes.subarray(stepAt, -signatureBytes).toString(),
  };
  const signed = toSignedText(wait);
  const isOurs = [...publicKeys.signatures.keys()].some(
    (keyId) => checkSignature(publicKeys, signed, { keyId, signature }) === 'valid',
  );
  return isOurs ? wait : undefined;
}

function toSignedText({ orgId, itemId, step, taken }: CallbackWait): string {
  return `integration-hub callback, form 1\n${orgId}\n${itemId}\n${taken}\n${step}`;
}

function readUuid(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + uuidBytes);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
