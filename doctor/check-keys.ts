import type postgres from 'postgres';
import type { Config } from '../core/config.ts';
import { errorMessage } from '../core/errors.ts';
import { type PrivateKeys, readPrivateKeys, readPublicKeys } from '../vault/key-files.ts';
import { type Finding, ok, problem, skipped } from './finding.ts';

const check = 'key file';

/** What the key file opens; the examination of the database compares that with what is stored. */
export interface KeyCheck {
  findings: Finding[];
  privateKeys: PrivateKeys | undefined;
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
    return { findings: [ok(check, `${file} opens what is sealed with ${publicFile}.`)], privateKeys };
  }
  const message = `${file} is the wrong key file: it cannot open what is sealed with ${publicFile} (key ${keyId}).`;
  return { findings: [problem(check, message, restore)], privateKeys };
}

const restore =
  'Give workers the private key file, and the API the public one, of one pair; from the backup, where they were lost. New keys cannot open what is stored.';

/** Sees whether everything that is stored can be opened. Needs a login that sees every row, as that of `npm start` does. */
export async function checkStoredKeys(sql: postgres.Sql, privateKeys: PrivateKeys | undefined): Promise<Finding[]> {
  if (privateKeys === undefined) return [];
  const [login] = await sql<{ all: boolean }[]>`
    select rolsuper or rolbypassrls as all from pg_roles where rolname = session_user`;
  if (login?.all !== true) return [];
  const rows = await sql<{ key_id: string; count: number }[]>`
    select key_id, count(*)::int as count from connection_credentials group by key_id`;
  const lost = rows.filter((row) => !privateKeys.has(row.key_id));
  if (lost.length === 0) return [];
  const count = lost.reduce((sum, row) => sum + row.count, 0);
  const keys = lost.map((row) => row.key_id).join(', ');
  const message = `The key file cannot open ${count} stored credentials: they are sealed with ${keys}.`;
  return [problem('stored keys', message, `Add these keys to the key file, from the backup. ${restore}`)];
}

function describe(file: string, error: unknown): Finding {
  const message = errorMessage(error);
  // Messages of our own name the file and the remedy; those of parsers may show a part of a key.
  const [cause = '', ...remedy] = message.includes(file)
    ? message.split(/(?<=\.) (?=Set|Run)/)
    : [`${file} is no key file.`];
  return problem(check, cause, remedy.join(' ') || restore);
}
