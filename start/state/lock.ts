import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { holdName, type HeldName } from './held-name.ts';
import { StartProblem } from '../problem.ts';

/**
 * Takes the right to run on a data folder.
 *
 * @throws {StartProblem} when another start has it.
 */
export async function takeLock(dataDir: string): Promise<HeldName> {
  const held = await holdName(createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 24));
  if (held !== undefined) return held;
  throw new StartProblem(
    `It is already running on ${dataDir}.`,
    `Use the running one (its addresses are in ${join(dataDir, 'hub.json')}), stop it with Ctrl-C, or start a second one with HUB_DATA_DIR=<another folder>.`,
  );
}
