import { chmod, open, readFile, rename, stat } from 'node:fs/promises';
import { z } from 'zod';
import { toSignatureX } from './signature-keys.ts';
import { suite } from './suite.ts';

/**
 * The local-file key provider: one file with private key-encryption keys for the workers, one with the public halves
 * for everybody who seals, and checks what the holders of the private ones signed.
 */
const jwk = z.object({ kty: z.literal('OKP'), crv: z.literal('X25519'), x: z.string() });
const privateJwk = jwk.extend({ d: z.string() });
const privateFile = z.object({
  keys: z.array(z.object({ key_id: z.string(), created_at: z.string(), jwk: privateJwk })).min(1),
});
const signatureJwk = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() });
const publicFile = z.object({
  active: z.string(),
  // Files that are older than signatures have none; making the files again adds them.
  keys: z.array(z.object({ key_id: z.string(), jwk, signature_jwk: signatureJwk.optional() })).min(1),
});

export interface PublicKeys {
  /** The key that new values are sealed to. */
  active: { keyId: string; publicKey: z.infer<typeof jwk> };
  /** What signatures are checked with, by key id. */
  signatures: ReadonlyMap<string, z.infer<typeof signatureJwk>>;
}

/** Private keys by key id. */
export type PrivateKeys = ReadonlyMap<string, z.infer<typeof privateJwk>>;

/**
 * Makes both files where there is neither; leaves existing keys alone. The newest key becomes the active one.
 *
 * A key that was taken out of the private file stays in the public one: what it signed can still be checked.
 *
 * Keys are never made in the place of others: what was sealed to those could not be opened any more.
 *
 * @throws {Error} when the private file cannot be read, holds no keys, or is gone while the public one is there.
 */
export async function ensureKeyFiles(files: KeyFiles): Promise<void> {
  const existing = await readKeyFile(files.keyFile);
  if (existing === undefined && (await readKeyFile(files.publicKeyFile)) !== undefined) {
    throw new Error(
      `The key file ${files.keyFile} is missing, and ${files.publicKeyFile} shows that there was one. Put it back from the backup. Where nothing is sealed to it, remove ${files.publicKeyFile}, and new keys are made.`,
    );
  }
  const keys = existing === undefined ? [await generateKey()] : parseKeys(files.keyFile, existing);
  if (existing === undefined) await writeNew(files.keyFile, { keys }, 0o600);
  await writePublicKeys(files, keys, keys.at(-1));
}

/** @returns `undefined` where there is no such file. @throws {Error} when it cannot be read. */
async function readKeyFile(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
    if (code === 'ENOENT') return undefined;
    throw new Error(`The key file ${file} cannot be read (${String(code)}).`, { cause: error });
  }
}

/**
 * Adds a key that nothing is sealed to yet: the active one stays what it was until `ensureKeyFiles` is called again. In
 * between, all processes have to read the files anew, so that whatever is sealed to the new key can be opened by all.
 *
 * @returns the new key, and those that were there.
 * @throws {Error} when there are no keys yet.
 */
export async function addKey(files: KeyFiles): Promise<{ keyId: string; older: string[] }> {
  const existing = await readKeyFile(files.keyFile);
  if (existing === undefined) throw new Error(`The key file ${files.keyFile} is missing.`);
  const keys = parseKeys(files.keyFile, existing);
  const key = await generateKey();
  const added = [...keys, key];
  await writeNew(files.keyFile, { keys: added }, 0o600);
  await writePublicKeys(files, added, keys.at(-1));
  return { keyId: key.key_id, older: keys.map(({ key_id: id }) => id) };
}

interface KeyFiles {
  keyFile: string;
  publicKeyFile: string;
}

type StoredKey = z.infer<typeof privateFile>['keys'][number];
type StoredPublicKey = z.infer<typeof publicFile>['keys'][number];

/** @throws {Error} in words that hold nothing of the file: those of the parser quote it. */
function parseKeys(file: string, text: string): StoredKey[] {
  try {
    return privateFile.parse(JSON.parse(text)).keys;
  } catch {
    throw new Error(`${file} is no key file.`);
  }
}

async function writePublicKeys(
  { keyFile, publicKeyFile }: KeyFiles,
  keys: readonly StoredKey[],
  active: StoredKey | undefined,
): Promise<void> {
  if (active === undefined) throw new Error(`The key file ${keyFile} holds no key.`);
  const publicKeys = keys.map((key) => ({
    key_id: key.key_id,
    jwk: { kty: 'OKP', crv: 'X25519', x: key.jwk.x },
    signature_jwk: { kty: 'OKP', crv: 'Ed25519', x: toSignatureX(key.jwk.d) },
  }));
  const retired = await readRetired(publicKeyFile, keys);
  await writeNew(publicKeyFile, { active: active.key_id, keys: [...retired, ...publicKeys] }, 0o644);
}

/** The public halves of keys that are no longer in the private file. A file that belongs to other keys has none of ours. */
async function readRetired(file: string, keys: readonly StoredKey[]): Promise<StoredPublicKey[]> {
  const existing = parsePublicKeys(await readKeyFile(file));
  const isOurs = existing.some((known) => keys.some((key) => key.key_id === known.key_id && key.jwk.x === known.jwk.x));
  return isOurs ? existing.filter((known) => keys.every((key) => key.key_id !== known.key_id)) : [];
}

/** The keys of a file that is to be written again: none where it is absent or damaged. */
function parsePublicKeys(text: string | undefined): StoredPublicKey[] {
  if (text === undefined) return [];
  try {
    return publicFile.parse(JSON.parse(text)).keys;
  } catch {
    return [];
  }
}

/** @throws {Error} when the file is absent, readable by others than its owner, or not a key file. */
export async function readPrivateKeys(file: string): Promise<PrivateKeys> {
  const { mode } = await stat(file).catch(() => {
    throw new Error(`The key file ${file} is missing. Set HUB_KEY_FILE; README.md says how to make one.`);
  });
  if ((mode & 0o077) !== 0) {
    throw new Error(`The key file ${file} can be read by others than its owner. Run: chmod 600 ${file}`);
  }
  const keys = parseKeys(file, await readFile(file, 'utf8'));
  return new Map(keys.map((key) => [key.key_id, key.jwk]));
}

/** @throws {Error} when the file is absent or not a file of public keys. */
export async function readPublicKeys(file: string): Promise<PublicKeys> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(
      `The file of public keys ${file} is missing. Set HUB_PUBLIC_KEY_FILE; README.md says how to make one.`,
    );
  });
  const { active, keys } = publicFile.parse(JSON.parse(text));
  const key = keys.find((candidate) => candidate.key_id === active);
  if (key === undefined) throw new Error(`The file of public keys ${file} does not hold its active key.`);
  const signatures = keys.flatMap((one) => (one.signature_jwk ? [[one.key_id, one.signature_jwk] as const] : []));
  return { active: { keyId: key.key_id, publicKey: key.jwk }, signatures: new Map(signatures) };
}

async function generateKey(): Promise<StoredKey> {
  const pair = await suite.kem.generateKeyPair();
  const exported = privateJwk.parse(await crypto.subtle.exportKey('jwk', pair.privateKey));
  const createdAt = new Date().toISOString();
  return { key_id: `local-${createdAt.slice(0, 10)}-${exported.x.slice(0, 6)}`, created_at: createdAt, jwk: exported };
}

/** Writes beside and renames, so that a crash leaves the old file or the new one, never half of one. */
async function writeNew(file: string, content: unknown, mode: number): Promise<void> {
  const beside = `${file}.new`;
  const handle = await open(beside, 'w', mode);
  try {
    await handle.writeFile(`${JSON.stringify(content, undefined, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await chmod(beside, mode);
  await rename(beside, file);
}
