import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { egressRuleForms, readEgressRule } from '../../core/config/egress-rule.ts';
import { StartProblem } from '../problem.ts';

/** The settings of the start, read here from arguments and environment, and nowhere else in this folder. */
export interface Settings {
  /** The checkout. */
  root: string;
  /** Everything that is kept between starts. */
  dataDir: string;
  /** Stops after the main job. */
  once: boolean;
  /** The port of the API. */
  port: WantedPort;
  /** The port of the API's metrics. The worker's use the next free one. */
  metricsPort: WantedPort;
  /** A PostgreSQL of the user's, instead of the embedded one. */
  database: { appUrl: string; relayUrl: string; ownerUrl: string } | undefined;
  /** A Temporal of the user's, instead of the dev server. */
  temporal: { address: string; namespace: string; uiUrl: string | undefined } | undefined;
  /** Path of the Temporal CLI, where the user names one. */
  temporalCli: string | undefined;
  /** Key material of the user's, instead of that under the data folder. */
  keys: { keyFile: string | undefined; publicKeyFile: string | undefined; pepper: string | undefined };
  /** npm runs this process: if npm dies, nothing else would stop it. */
  underNpm: boolean;
  /** The part of our environment that children inherit. */
  inherited: Record<string, string>;
}

/** A port that should be used. 0: any. */
export interface WantedPort {
  number: number;
  /** The variable that selects it: no other port is used instead. Without it, the next free one is used. */
  chosenBy?: string;
}

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws {StartProblem} on an unknown argument or an unusable variable. */
export function readSettings(args: readonly string[], env: Environment, root = projectRoot): Settings {
  const unknown = args.filter((argument) => argument !== '--once');
  if (unknown.length > 0) {
    throw new StartProblem(
      `Unknown argument: ${unknown.join(' ')}.`,
      'The only argument is --once (stop after the main job): npm start -- --once',
    );
  }
  checkEgress(env['HUB_EGRESS_ALLOW'] ?? '');
  const databaseUrl = textOf(env['DATABASE_URL']);
  const address = textOf(env['TEMPORAL_ADDRESS']);
  return {
    root,
    dataDir: resolve(root, textOf(env['HUB_DATA_DIR']) ?? '.hub'),
    once: args.includes('--once'),
    port: readPort('PORT', textOf(env['PORT'])) ?? { number: 8080 },
    metricsPort: readPort('HUB_METRICS_PORT', textOf(env['HUB_METRICS_PORT'])) ?? { number: 9464 },
    database:
      databaseUrl === undefined
        ? undefined
        : {
            appUrl: databaseUrl,
            relayUrl: textOf(env['DATABASE_RELAY_URL']) ?? databaseUrl,
            ownerUrl: textOf(env['DATABASE_OWNER_URL']) ?? databaseUrl,
          },
    temporal:
      address === undefined
        ? undefined
        : { address, namespace: textOf(env['TEMPORAL_NAMESPACE']) ?? 'default', uiUrl: textOf(env['TEMPORAL_UI_URL']) },
    temporalCli: textOf(env['TEMPORAL_CLI']),
    keys: {
      keyFile: textOf(env['HUB_KEY_FILE']),
      publicKeyFile: textOf(env['HUB_PUBLIC_KEY_FILE']),
      pepper: textOf(env['HUB_PEPPER']),
    },
    underNpm: env['npm_lifecycle_event'] !== undefined,
    inherited: inheritable(env),
  };
}

/** The project's cache of downloaded tools. */
export function cacheDir(root: string): string {
  return join(root, '.cache');
}

function textOf(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value;
}

function readPort(name: string, text: string | undefined): WantedPort | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return { number: port, chosenBy: name };
  throw new StartProblem(
    `${name} is "${text}", which is not a port.`,
    `Use a number from 1 to 65535, or omit ${name}.`,
  );
}

/** What cannot be read would stop API and worker, after the servers that they need were started. */
function checkEgress(text: string): void {
  const rules = text.split(',').filter((rule) => rule.trim() !== '');
  const wrong = rules.find((rule) => readEgressRule(rule) === undefined);
  if (wrong === undefined) return;
  throw new StartProblem(
    `HUB_EGRESS_ALLOW has "${wrong.trim()}", which names no place.`,
    `Separate by commas what may be reached: ${egressRuleForms}. For example 10.20.0.0/16,db.internal:5432.`,
  );
}

/**
 * Variables that are meant for one process only; each child gets its own by name. With `NODE_COMPILE_CACHE` API and worker
 * would keep in memory what was compiled of each package: 20 MB.
 */
const ownedByStart =
  /^(npm_.*|DATABASE_.*URL|TEMPORAL_(ADDRESS|CLI|NAMESPACE|UI_URL)|PORT|NODE_COMPILE_CACHE|MALLOC_(ARENA_MAX|TRIM_THRESHOLD_)|HUB_(KEY_FILE|PUBLIC_KEY_FILE|PEPPER|DATA_DIR|METRICS_PORT))$/;

function inheritable(env: Environment): Record<string, string> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !ownedByStart.test(entry[0]),
  );
  return Object.fromEntries(kept);
}
