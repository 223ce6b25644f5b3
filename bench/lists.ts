/**
 * Every list of the API with every filter, beside `GET /runs/{id}`, in one run over one database.
 *
 * `npm run bench:lists [-- --runs 1000000 --audit-events 200000 --integrations 20000 --samples 15]`: sizes are of two
 * organizations together. The list that is compared is always asked between two that are not. The last line is JSON; exits
 * 1 when an answer was an error.
 */
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { z } from 'zod';
import { toUuid } from '../core/ids.ts';
import { readAddress } from '../drizzle/address.ts';
import { openDatabase } from '../drizzle/client.ts';
import { createOrganization } from '../services/access/organizations/create-organization.ts';
import { connectApi } from '../start/main-job/api-client.ts';
import { apiFlags } from '../start/processes/node-children.ts';
import { makeApiSettings, pepper, startApiProcess } from '../test/harness/processes/api-process.ts';
import { startBarePostgres } from '../test/harness/bare-postgres.ts';
import { fillLists, type ListedIds } from '../test/harness/database/fill-lists.ts';
import { connectToSource, connectToTarget, createPeopleFlow } from '../test/harness/flow.ts';
import { isCatalogue, listCases, toListAddress } from '../test/harness/list-cases.ts';
import { round } from './memory.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000000' },
    'audit-events': { type: 'string', default: '200000' },
    integrations: { type: 'string', default: '20000' },
    samples: { type: 'string', default: '15' },
  },
});
const whole = z.coerce.number().int().min(1);
const organizations = 2;
const sizes = {
  runs: Math.ceil(whole.parse(values.runs) / organizations),
  auditEvents: Math.ceil(whole.parse(values['audit-events']) / organizations),
  integrations: Math.ceil(whole.parse(values.integrations) / organizations),
  items: 2000,
  others: 2000,
};
const samples = whole.parse(values.samples);
const ratioMax = 12;
/** So often each is asked for before it counts: statements are prepared, pages of the database are read. */
const warmUps = 7;

const server = await startBarePostgres();
const settings = await makeApiSettings(server.url('hub_app'));
const hub = startApiProcess(settings.env, apiFlags);
try {
  await compare(`http://127.0.0.1:${await hub.findPort()}`);
} finally {
  await hub.stop();
  await server.stop();
  await settings.remove();
}
process.exit();

interface Measured {
  title: string;
  /** In ms. */
  p50: number;
  ratio: number;
}

interface Filled {
  key: string;
  ids: ListedIds;
}

async function compare(url: string): Promise<void> {
  const { key, ids } = await fill(url);
  const ask = async (path: string): Promise<number> => {
    const begun = performance.now();
    const response = await fetch(`${url}/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
    const text = await response.text();
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${text}`);
    return performance.now() - begun;
  };
  const list = connectApi(url, key, new AbortController().signal);
  const readList = (path: string) => list.call('GET', path, z.array(z.object({ id: z.string() })));
  const single = `/runs/${ids['/runs/{id}'] ?? ''}`;
  const all: number[] = [];
  const measured: Measured[] = [];
  for (const listCase of listCases.filter(({ route }) => !isCatalogue(route))) {
    const path = await toListAddress(listCase, ids, readList);
    const [gets, times]: [number[], number[]] = [[], []];
    for (let turn = -warmUps; turn < samples; turn += 1) {
      const [get, listed] = [await ask(single), await ask(path)];
      if (turn < 0) continue;
      gets.push(get);
      times.push(listed);
    }
    all.push(...gets);
    // Beside what was asked at the same time: other programs slow both.
    measured.push({ title: listCase.title, p50: median(times), ratio: median(times) / median(gets) });
  }
  report(measured, median(all));
}

async function fill(url: string): Promise<Filled> {
  const database = openDatabase(server.url('hub_app'), { role: 'hub_app', max: 1 });
  const { url: adminUrl, ...socket } = readAddress(server.url('postgres'));
  const admin = postgres(adminUrl, { ...socket, max: 1, onnotice: () => undefined });
  let filled: Filled | undefined;
  for (let count = 0; count < organizations; count += 1) {
    const { api_key: key, organization_id: id } = await createOrganization({
      database,
      pepper,
      name: `Bench ${count}`,
    });
    const api = connectApi(url, key, new AbortController().signal);
    const config = { host: 'table.example', port: 5432, database: 'people' };
    const [source, target] = await Promise.all([
      connectToSource(api, 'https://people.example'),
      connectToTarget(api, { config, credentials: { user: 'hub', password: 'never used' } }),
    ]);
    await createPeopleFlow(api, 'People', { source, target });
    filled = { key, ids: await fillLists(admin, toUuid('organization', id) ?? '', sizes) };
  }
  await admin`vacuum analyze`;
  await admin.end();
  await database.close();
  if (filled === undefined) throw new Error('There is no organization.');
  return filled;
}

function report(measured: readonly Measured[], get: number): void {
  const sorted = measured.toSorted((a, b) => a.ratio - b.ratio);
  for (const { title, p50, ratio } of sorted)
    process.stdout.write(
      `${title.padEnd(60)} p50 ${p50.toFixed(1).padStart(7)} ms  ${ratio.toFixed(1).padStart(5)} x\n`,
    );
  const worst = sorted.at(-1);
  if ((worst?.ratio ?? 0) > ratioMax) {
    process.stdout.write(`A bar is missed: ${ratioMax} times a read by id.\n`);
    process.exitCode = 1;
  }
  process.stdout.write(
    `${JSON.stringify({ worst_ratio: round(worst?.ratio ?? 0, 2), worst: worst?.title, get_p50_ms: round(get, 2) })}\n`,
  );
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
