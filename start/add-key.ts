import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { addKey } from '../vault/key-files.ts';
import { say, showProblem, surviveClosedOutput } from './output.ts';
import { reasonOf, StartProblem } from './problem.ts';
import { readSettings, type Settings } from './state/settings.ts';

/**
 * `npm run add-key`: adds a key-encryption key to the hub of `npm start`, whether it runs or not. The next start encrypts to it,
 * and workers seal what is stored to it in the background. The set-up with Compose has `npm run create-secrets -- --add-key`.
 */
surviveClosedOutput();
try {
  await main(process.argv.slice(2));
} catch (problem) {
  showProblem(problem);
  process.exitCode = 1;
}

async function main(args: readonly string[]): Promise<void> {
  if (args.length > 0)
    throw new StartProblem(`Unknown argument: ${args.join(' ')}.`, 'Run it without: npm run add-key');
  const { keyFile, publicKeyFile } = locateKeys(readSettings([], process.env));
  const { keyId, older } = await addKey({ keyFile, publicKeyFile }).catch((error: unknown) => {
    throw new StartProblem(reasonOf(error), `See that you own ${keyFile} and may read and change it.`);
  });
  say(`Added the key ${keyId} to ${keyFile}. Keep a copy of that file in a safe place.
What to do now: stop the hub (Ctrl-C) and start it again (npm start). From then on, values are encrypted to the new key,
and what is stored is sealed to it in the background. Leave ${older.join(', ')} in the file until \`hub doctor\` says that it can be taken out.`);
}

/** @throws {StartProblem} where there are no keys yet. */
function locateKeys({ dataDir, keys }: Settings): { keyFile: string; publicKeyFile: string } {
  const keyFile = keys.keyFile ?? join(dataDir, 'keys', 'private.json');
  const publicKeyFile = keys.publicKeyFile ?? join(dataDir, 'keys', 'public.json');
  if (existsSync(keyFile)) return { keyFile, publicKeyFile };
  throw new StartProblem(
    `There are no keys in ${keyFile}.`,
    `The first start makes them: npm start. Of a hub with another data folder, name it: HUB_DATA_DIR=<folder> npm run add-key. In the set-up with Compose: npm run create-secrets -- --add-key`,
  );
}
