import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartProblem, reasonOf } from '../problem.ts';

/** Where everything is in the data folder. */
export interface Layout {
  postgres: string;
  temporalDatabase: string;
  logs: string;
  /** Process ids of children. */
  run: string;
  secrets: string;
  keyFile: string;
  publicKeyFile: string;
  apiKey: string;
  ports: string;
  hubFile: string;
}

/** Creates the data folder, accessible only to its owner, and returns its layout. */
export function makeLayout(dataDir: string): Layout {
  const layout = {
    postgres: join(dataDir, 'postgres'),
    temporalDatabase: join(dataDir, 'temporal', 'temporal.db'),
    logs: join(dataDir, 'logs'),
    run: join(dataDir, 'run'),
    secrets: join(dataDir, 'secrets.json'),
    keyFile: join(dataDir, 'keys', 'private.json'),
    publicKeyFile: join(dataDir, 'keys', 'public.json'),
    apiKey: join(dataDir, 'api-key'),
    ports: join(dataDir, 'ports.json'),
    hubFile: join(dataDir, 'hub.json'),
  };
  try {
    for (const folder of [dataDir, layout.logs, layout.run, join(dataDir, 'keys')]) {
      makeFolder(folder);
    }
    chmodSync(dataDir, 0o700);
  } catch (error) {
    throw new StartProblem(
      `The data folder cannot be used: ${reasonOf(error)}.`,
      `Check that you own ${dataDir} and may write to it, or choose another folder: HUB_DATA_DIR=<folder> npm start`,
    );
  }
  return layout;
}

/** Node's own recursive `mkdir` never ends below `/proc`; here each folder is tried twice at most. */
function makeFolder(path: string): void {
  try {
    makeOne(path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    makeOne(path);
  }
}

function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!hasCode(error, 'EEXIST') || !statSync(path).isDirectory()) throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
