import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartProblem, reasonOf } from './problem.ts';

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

/** Makes the data folder, which only its owner may enter, and says where everything goes in it. */
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
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    }
    chmodSync(dataDir, 0o700);
  } catch (error) {
    throw new StartProblem(
      `The data folder cannot be used: ${reasonOf(error)}.`,
      `See that ${dataDir} belongs to you and may be written, or choose another folder: HUB_DATA_DIR=<folder> npm start`,
    );
  }
  return layout;
}
