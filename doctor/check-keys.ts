import type postgres from 'postgres';
import type { Config } from '../core/config.ts';
import { errorMessage } from '../core/errors.ts';
import { type PrivateKeys, readPrivateKeys, readPublicKeys } from '../vault/key-files.ts';
import { type Finding, ok, problem, skipped } from './finding.ts';
import { countEnded, countSealed, countSigned, type SealedCount } from './list-sealed.ts';

const check = 'key file';

/** What the key file opens; the examination of the database compares that with what is stored. */
export interface KeyCheck {
  findings: Finding[];
  privateKeys: PrivateKeys | undefined;
  /** The key that values are sealed with now, where the public file tells it. */
  activeKeyId?: string | undefined;
  /** Keys whose signatures the public file can check. */
  signatureKeyIds?: ReadonlySet<string>;
}

/** Sees whether the files of keys can be used, and belong together. */
export async function checkKeyFiles({
  HUB_KEY_FILE: file,
  HUB_PUBLIC_KEY_FILE: publicFile,
}: Config): Promise<KeyCheck> {
  if (file === undefined) {
    const message = 'HUB_KEY_FILE is not set, as it should be for the API; a worker needs it.';
    return { findings: [skipped(check, message)], privateKeys: undefined };
  }
  const privateKeys = await readPrivateKeys(file).catch((error: unknown) => describe(file, error));
  if ('status' in privateKeys) return { findings: [privateKeys], privateKeys: undefined };
  if (publicFile === undefined) {
    return { findings: [problem(check, 'HUB_PUBLIC_KEY_FILE is not set.', restore)], privateKeys };
  }
  const publicKeys = await readPublicKeys(publicFile).catch((error: unknown) => describe(publicFile, error));
  if ('status' in publicKeys) return { findings: [publicKeys], privateKeys };
  const { keyId, publicKey } = publicKeys.active;
  const own = privateKeys.get(keyId);
  if (own !== undefined && own.x === publicKey.x) {
    const message = `${file} opens what is sealed with ${publicFile}.`;
    const signatureKeyIds = new Set(publicKeys.signatures.keys());
    return { findings: [ok(check, message)], privateKeys, activeKeyId: keyId, signatureKeyIds };
  }
  const message = `${file} is the wrong key file: it cannot open what is sealed with ${publicFile} (key ${keyId}).`;
  return { findings: [problem(check, message, restore)], privateKeys };
}

const restore =
  'Give workers the private key file, and the API the public one, of one pair; from the backup, where they were lost. New keys cannot open what is stored.';

/**
 * Sees whether everything that is stored can be opened, and which old keys that needs. Needs a login that sees every row, as that
 * of `npm start` does.
 */
export async function checkStoredKeys(
  sql: postgres.Sql,
  { privateKeys, activeKeyId, signatureKeyIds }: StoredKeys,
): Promise<Finding[]> {
  if (privateKeys === undefined) return [];
  const [login] = await sql<{ all: boolean }[]>`
    select rolsuper or rolbypassrls as all from pg_roles where rolname = session_user`;
  if (login?.all !== true) return [];
  // The newest key is the next one that values are sealed with.
  const newest = [...privateKeys.keys()].at(-1);
  const old = [...privateKeys.keys()].filter((id) => id !== newest && id !== activeKeyId);
  const counts = await countSealed(sql).catch(() => undefined);
  if (counts === undefined) return [skipped(stored, 'What is stored could not be counted in time. Keep all keys.')];
  const signed = signatureKeyIds === undefined ? [] : await countSigned(sql);
  const ofEnded = old.length === 0 ? [] : await countEnded(sql).catch(() => undefined);
  const all = [...counts, ...(ofEnded ?? [])];
  return [
    ...describeLost(all.filter(({ key_id: id }) => !privateKeys.has(id))),
    ...signed.filter(({ key_id: id }) => signatureKeyIds?.has(id) === false).map(describeUnchecked),
    ...old.map((id) => describeOld(id, all, ofEnded !== undefined)),
    ...(newest === undefined || activeKeyId === undefined || newest === activeKeyId ? [] : [describeNew(newest)]),
  ];
}

/** What the key file has. */
type StoredKeys = Omit<KeyCheck, 'findings'>;

function describeLost(lost: readonly SealedCount[]): Finding[] {
  const kinds = [...new Set(lost.map(({ what }) => what))];
  return kinds.map((kind) => {
    const of = lost.filter(({ what }) => what === kind);
    const count = of.reduce((sum, one) => sum + one.count, 0);
    const keys = of.map((one) => one.key_id).join(', ');
    const message = `The key file cannot open ${count} stored ${kind}: they are sealed with ${keys}.`;
    return problem(stored, message, `Add these keys to the key file, from the backup. ${restore}`);
  });
}

function describeUnchecked({ what, key_id: id, count }: SealedCount): Finding {
  const message = `The file of public keys cannot check ${count} ${what}: they are signed with ${id}.`;
  return problem(stored, message, 'Add this key to the file of public keys, from the backup of either file.');
}

function describeNew(id: string): Finding {
  const message = `The key ${id} was added, and nothing is sealed with it yet. Start the hub again, as "Rotating" in docs/operating.md says.`;
  return ok(stored, message);
}

function describeOld(id: string, counts: readonly SealedCount[], isWhole: boolean): Finding {
  const used = counts.filter(({ key_id: of }) => of === id).map(({ what, count }) => `${count} ${what}`);
  if (used.length > 0) return ok(stored, `The key ${id} has to stay in the key file. It seals ${used.join(', ')}.`);
  if (!isWhole)
    return skipped(stored, `Whether ended items are sealed with ${id} could not be counted in time. Keep it.`);
  return ok(stored, `Nothing that is stored is sealed with ${id}: it can be taken out of the key file.`);
}

const stored = 'stored keys';

function describe(file: string, error: unknown): Finding {
  const message = errorMessage(error);
  // Messages of our own name the file and the remedy; those of parsers may show a part of a key.
  const [cause = '', ...remedy] = message.includes(file)
    ? message.split(/(?<=\.) (?=Set|Run)/)
    : [`${file} is no key file.`];
  return problem(check, cause, remedy.join(' ') || restore);
}
