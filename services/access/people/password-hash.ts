import { argon2, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { HubError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';

/**
 * Memory in KiB, passes and lanes. A stored hash names its own; one with others is made again when its person signs in.
 *
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id
 */
const parameters = { memory: 19_456, passes: 2, parallelism: 1 } as const;

const tagBytes = 32;
const saltBytes = 16;

/** Each takes 20 MB and 40 ms of a core. Further ones wait, up to a bound, so that a flood is refused and not collected. */
const hashesMax = 4;
const waitingMax = 16;
const retryAfterSeconds = 1;

const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{1,86})\$([A-Za-z0-9+/]{1,86})$/;

const runArgon2 = promisify(argon2);
const waiting: (() => void)[] = [];
let running = 0;

/**
 * Hashes a password with Argon2id, in the PHC string format. A key derived from the pepper goes in, so that a copy of the
 * database alone cannot be searched for passwords.
 *
 * @throws {HubError} `rate_limited` while too many wait.
 * @see https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md
 */
export async function hashPassword(pepper: string, password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const tag = await derive(pepper, password, { ...parameters, salt });
  const { memory, passes, parallelism } = parameters;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toText(salt)}$${toText(tag)}`;
}

/**
 * Compares a password with a stored hash. Takes as long where there is none, so that nobody learns from the time of an
 * answer whether a person exists.
 *
 * @throws {HubError} `rate_limited` while too many wait.
 */
export async function checkPassword(
  pepper: string,
  password: string,
  stored: string | undefined,
): Promise<{ matches: boolean; outdated: boolean }> {
  const [, memory, passes, parallelism, salt, tag] = phc.exec(stored ?? '') ?? [];
  if (salt === undefined || tag === undefined) {
    await derive(pepper, password, { ...parameters, salt: Buffer.alloc(saltBytes) });
    return { matches: false, outdated: false };
  }
  const used = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const expected = Buffer.from(tag, 'base64');
  const given = await derive(pepper, password, { ...used, salt: Buffer.from(salt, 'base64') });
  const outdated =
    used.memory !== parameters.memory ||
    used.passes !== parameters.passes ||
    used.parallelism !== parameters.parallelism;
  return { matches: expected.length === given.length && timingSafeEqual(expected, given), outdated };
}

interface Derivation {
  memory: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
}

async function derive(pepper: string, password: string, { salt, ...cost }: Derivation): Promise<Buffer> {
  const secret = Buffer.from(hkdfSync('sha256', pepper, '', 'passwords of people', tagBytes));
  await acquireSlot();
  try {
    const message = password.normalize('NFC');
    return await runArgon2('argon2id', { message, nonce: salt, secret, tagLength: tagBytes, ...cost });
  } finally {
    releaseSlot();
  }
}

async function acquireSlot(): Promise<void> {
  if (running >= hashesMax) {
    if (waiting.length >= waitingMax) {
      throw new HubError('rate_limited', messages.signInsTooMany, { retryAfterSeconds });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
    return;
  }
  running += 1;
}

/** The slot goes on to whoever waits longest. */
function releaseSlot(): void {
  const next = waiting.shift();
  if (next === undefined) running -= 1;
  else next();
}

/** Base64 without padding, as the format has it. */
function toText(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
