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
import { createOrganization } from '../../services/organizations/create-organization.ts';
import { type HubProcess, startHubProcess } from '../harness/hub-process.ts';
import { readDocument } from './document.ts';
import { type Failure, fuzz, type Target } from './own-driver.ts';
import { findSchemathesis, runSchemathesis } from './schemathesis.ts';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string' } },
});
const number = z.coerce.number().int();
const requests = number.min(100).parse(values.requests);
const seed = number.min(0).parse(values.seed ?? Math.floor(Math.random() * 2 ** 31));

const hub = await startHubProcess({ LOG_LEVEL: 'error' });
let passed = false;
try {
  passed = await fuzzHub(hub);
} finally {
  await hub.stop();
}
process.exit(passed ? 0 : 1);

async function fuzzHub({ facts }: HubProcess): Promise<boolean> {
  const document = readDocument(await (await fetch(`${facts.api_url}/openapi.json`)).json());
  const target = await findTarget(hub);
  const program = await findSchemathesis(say);
  const operations = document.operations.length;
  // Ours sends what is left: the other's cases come in whole groups.
  const other =
    program === undefined
      ? { requests: 0, failures: [] }
      : await runSchemathesis(program, target, { requests: requests / 2, seed, operations }, say);
  const own = await fuzz(document, target, { requests: Math.max(requests - other.requests, requests / 4), seed });
  const failures = [...own.failures, ...other.failures];
  for (const { title, kind, message, curl } of failures) say(`${kind}: ${title} ${message}\n  ${curl}`);
  if (own.unreached.length > 0) say(`Never answered 2xx: ${own.unreached.join(', ')}`);
  const count = (kind: Failure['kind']): number => failures.filter((failure) => failure.kind === kind).length;
  say(
    JSON.stringify({
      requests: own.requests + other.requests,
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
    };
  } finally {
    await Promise.all([database.close(), admin.end()]);
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
