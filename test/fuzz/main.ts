/**
 * Calls every operation of the served document in all the ways that a client may and may not, and checks every answer.
 *
 * `npm run fuzz [-- --requests 20000 --seed 1]`. Two drivers share the requests: our own, which follows the ids that it
 * is given and asks in the name of others, and Schemathesis where Python and PyPI are at hand. The last line is JSON;
 * exits 1 when an answer was not as documented.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { z } from 'zod';
import { toId } from '../../core/ids.ts';
import { openDatabase } from '../../drizzle/client.ts';
import { createOrganization } from '../../services/access/organizations/create-organization.ts';
import { type HubProcess, startHubProcess } from '../harness/processes/hub-process.ts';
import { readDocument } from './document.ts';
import { type Failure, fuzz, type Report, type Target } from './own-driver.ts';
import { findSchemathesis, runSchemathesis } from './schemathesis.ts';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string' } },
});
const number = z.coerce.number().int();
const requests = number.min(100).parse(values.requests);
const seed = number.min(0).parse(values.seed ?? Math.floor(Math.random() * 2 ** 31));

const noRequests: Report = { requests: 0, failures: [], unreached: [] };

const hub = await startHubProcess({ LOG_LEVEL: 'error' });
let passed = false;
try {
  passed = await fuzzHub(hub);
} finally {
  await hub.stop();
}
process.exit(passed ? 0 : 1);

async function fuzzHub({ facts, dataDir }: HubProcess): Promise<boolean> {
  const document = readDocument(await (await fetch(`${facts.api_url}/openapi.json`)).json());
  const target = await findTarget(hub);
  const program = await findSchemathesis(say);
  const operations = document.operations.length;
  // Ours comes first: it starts from what the main job has made, which the other deletes.
  const own = await fuzz(document, target, {
    requests: program === undefined ? requests : Math.ceil(requests / 2),
    seed,
  });
  const other =
    program === undefined
      ? noRequests
      : await runSchemathesis(program, target, { requests: requests / 2, seed, operations }, say);
  // The other's cases come in whole groups; what it left out of the number is sent by ours.
  const left = requests - own.requests - other.requests;
  const rest = left > 0 ? await fuzz(document, target, { requests: left, seed: seed + 1 }) : noRequests;
  const failures = [own, other, rest].flatMap((part) => part.failures);
  const unreached = own.unreached.filter((title) => left <= 0 || rest.unreached.includes(title));
  for (const { title, kind, message, curl } of failures) say(`${kind}: ${title} ${message}\n  ${curl}`);
  if (unreached.length > 0) say(`Never answered 2xx: ${unreached.join(', ')}`);
  const count = (kind: Failure['kind']): number => failures.filter((failure) => failure.kind === kind).length;
  if (count('server_error') > 0) for (const line of readErrors(join(dataDir, 'logs', 'api.log'))) say(line);
  say(
    JSON.stringify({
      requests: own.requests + other.requests + rest.requests,
      operations,
      server_errors: count('server_error'),
      schema_violations: count('schema_violation'),
      undocumented_statuses: count('undocumented_status'),
      seed,
      driver: program === undefined ? 'own' : 'own+schemathesis',
    }),
  );
  return failures.length === 0;
}

/** The first organization, which the hub's main job has filled, and another one. */
async function findTarget({ facts, dataDir }: HubProcess): Promise<Target> {
  const database = openDatabase(facts.database_url, { role: 'hub_app', max: 1 });
  const admin = postgres(facts.database_url, { max: 1 });
  try {
    const { pepper } = z
      .object({ pepper: z.string() })
      .parse(JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')));
    const keys = await admin<{ id: string }[]>`select id from api_keys`;
    const foreigner = await createOrganization({ database, pepper, name: 'Foreign' });
    return {
      apiUrl: facts.api_url,
      key: facts.api_key,
      keyIds: new Set(keys.map(({ id }) => toId('apiKey', id))),
      foreignKey: foreigner.api_key,
      mentioned: [],
    };
  } finally {
    await Promise.all([database.close(), admin.end()]);
  }
}

/** What the API logged as errors: an answer does not tell why. */
function readErrors(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => /^\{"level":[56]0,/.test(line));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
