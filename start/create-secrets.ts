import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addKey, ensureKeyFiles } from '../vault/key-files.ts';
import { say, showProblem, surviveClosedOutput } from './output.ts';
import { foresee, reasonOf, StartProblem } from './problem.ts';
import { writePrivateFile } from './state/private-file.ts';
import { projectRoot } from './state/settings.ts';

/** Passwords that `docker-compose.yml` asks for. */
const passwords = [
  'POSTGRES_PASSWORD',
  'TEMPORAL_DB_PASSWORD',
  'HUB_OWNER_PASSWORD',
  'HUB_APP_PASSWORD',
  'HUB_RELAY_PASSWORD',
  'HUB_PEPPER',
];

/** Containers do not run as root. If root creates the secrets, the image's user owns them. */
const imageUser = 1000;

/**
 * `npm run create-secrets`: creates the secrets of the production-like setup, once. Existing ones are kept, and the
 * newest key becomes the active one. With `--add-key` it adds a key that is not active yet.
 */
surviveClosedOutput();
try {
  const options = { 'add-key': { type: 'boolean', default: false } } as const;
  const { values } = foresee(() => parseArgs({ options }), 'npm run create-secrets [-- --add-key]');
  await createSecrets(projectRoot, values['add-key']);
} catch (problem) {
  showProblem(problem);
  process.exitCode = 1;
}

async function addAnother(keyFiles: Parameters<typeof addKey>[0]): Promise<void> {
  const { keyId } = await addKey(keyFiles).catch((error: unknown) => {
    const remedy =
      'The first keys are made by: npm run create-secrets. The hub of `npm start` has its own: npm run add-key';
    throw new StartProblem(reasonOf(error), remedy);
  });
  say(`Added the key ${keyId}. Restart API and workers, then make it the active one: npm run create-secrets`);
}

async function createSecrets(root: string, addsKey: boolean): Promise<void> {
  const uid = process.getuid?.() || imageUser;
  const gid = process.getgid?.() || imageUser;
  const keyFiles = {
    keyFile: join(root, 'deploy', 'keys', 'private.json'),
    publicKeyFile: join(root, 'deploy', 'keys', 'public.json'),
  };
  mkdirSync(join(root, 'deploy', 'keys'), { recursive: true, mode: 0o755 });
  if (addsKey) await addAnother(keyFiles);
  else await ensureKeyFiles(keyFiles);
  if (process.getuid?.() === 0) for (const file of Object.values(keyFiles)) chownSync(file, uid, gid);

  const envFile = join(root, '.env');
  if (existsSync(envFile)) {
    say(`Unchanged: ${envFile}`);
  } else {
    const lines = passwords.map((name) => `${name}=${randomBytes(32).toString('hex')}`);
    writePrivateFile(envFile, [...lines, `HUB_UID=${uid}`, `HUB_GID=${gid}`, ''].join('\n'));
  }
  say(`The secrets are in ${envFile} and ${join(root, 'deploy', 'keys')}. Keep a copy of both in a safe place.`);
}
