import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connector } from '../../connectors/kit/connector.ts';
import { listConnectors } from '../../connectors/registry.ts';
import { projectRoot } from '../../start/state/settings.ts';
import { loadContract } from '../../tools/contract/contract.ts';
import { sampleForms } from '../../tools/contract/sample-forms.ts';
import { startTestApi, type TestApi } from '../api/harness.ts';
import { openActivities, type TestActivities } from '../harness/activities.ts';
import { MockVendor } from './behaviour/mock-vendor.ts';
import { createTheatre, type Theatre, toStage, toWriteStage } from './behaviour/to-stage.ts';
import { answerWrites, checkSent, succeed } from './behaviour/writes.ts';
import { answerPlainly, listOrdinaryWrites, type OrdinaryWrite, runElsewhere, toMapping } from './ordinary-writes.ts';

/**
 * What everybody does first, for every writable object of every connector: an ordinary create, update and upsert is
 * saved, previewed and run, where vendors speak HTTP. The others run in the tests of `runElsewhere`, on real servers.
 */
const connectors = listConnectors()
  .map((connector) => [connector.id, connector, listOrdinaryWrites(connector)] as const)
  .filter(([, , writes]) => writes.length > 0);

/** Generous, for machines that are busy otherwise. */
const suiteTimeoutMs = 300_000;

const sourceHost = 'records.source.example';

let vendor: MockVendor;
let api: TestApi;
let activities: TestActivities;
let sourceId: string;

beforeAll(async () => {
  vendor = await MockVendor.start();
  api = await startTestApi();
  activities = await openActivities(api, [], vendor.port);
  sourceId = await connect('http', { config: { base_url: `https://${sourceHost}` }, credentials: {} });
});

afterAll(async () => {
  await activities.close();
  await api.close();
  await vendor.stop();
});

async function connect(service: string, forms: { config: object; credentials: object }): Promise<string> {
  const body = { name: service, service_type: service, config: forms.config, credentials: forms.credentials };
  const { data } = await api.request('POST', '/v1/connections', { body });
  return data.id;
}

/** @returns why it is not saved, or its id. */
async function save(targetId: string, write: OrdinaryWrite): Promise<{ id: string } | string> {
  const { object, operation, matchOn, record } = write;
  const match = matchOn.length === 0 ? {} : { match_on: matchOn };
  const send = (target: object): ReturnType<TestApi['request']> =>
    api.request('POST', '/v1/integrations', {
      body: {
        name: write.id,
        source: { connection_id: sourceId, object: '/records', key: ['source_key'] },
        target: { connection_id: targetId, object, operation, ...match, ...target },
        mapping: toMapping(record),
      },
    });
  const first = await send({});
  // A lost answer is the one thing that has to be decided where no match fields are named.
  const isUndecided = first.status === 400 && JSON.stringify(first.body).includes('target.delivery');
  const answer = isUndecided ? await send({ delivery: 'at_least_once' }) : first;
  return answer.status === 201 ? { id: answer.data.id } : JSON.stringify(answer.body);
}

async function preview(id: string, record: object): Promise<string | undefined> {
  const body = { records: [record], explain: false };
  const { list } = await api.request('POST', `/v1/integrations/${id}/preview`, { body });
  return list[0]?.outcome === 'mapped' ? undefined : JSON.stringify(list[0]);
}

/** Runs an integration between a source with one record and the vendor of its target. */
async function run(
  id: string,
  theatre: Theatre,
  { operation, record, ...write }: OrdinaryWrite,
): Promise<string | undefined> {
  const stage = write.use && toWriteStage(toStage(theatre, write.use), write.use);
  const matched = Object.fromEntries(Object.entries(record).filter(([name]) => write.matchOn.includes(name)));
  // A look-up that goes through all records knows them by the first field.
  const body = { ...matched, ...record };
  const effect = { effectId: '', operation, sourceKey: '', targetId: undefined, body };
  // What is there already is for `update`: the others make what is not.
  const played = operation === 'upsert' ? 'create' : operation;
  const vendorAnswers =
    stage === undefined
      ? answerPlainly(write.use, { body, operation: played }, matched)
      : answerWrites({ ...stage, operation: played }, effect, (request) => succeed(stage, request));
  vendor.play(
    (request) =>
      request.url.hostname === sourceHost
        ? { body: JSON.stringify([{ source_key: write.id, ...record }]) }
        : vendorAnswers(request),
    (request) => theatre.signIn.answer(request),
  );
  await api.request('POST', `/v1/integrations/${id}/activate`);
  const input = await activities.begin(id);
  const { counters } = await activities.runSegment(input);
  vendor.requests = vendor.requests.filter(({ url }) => url.hostname !== sourceHost);
  // What there is no more to write of than what it is found by is as it is to be.
  const isSame = Object.keys(record).every((name) => write.matchOn.includes(name));
  const expected = isSame && operation === 'update' ? counters.skipped : counters.created + counters.updated;
  if (expected !== 1) return JSON.stringify([counters, await readFailures(input.runId)]);
  return stage && checkSent({ ...stage, vendor });
}

async function readFailures(runId: string): Promise<unknown> {
  return (await api.request('GET', `/v1/runs/${runId}/records`)).body;
}

function toTheatre(connector: Connector): Theatre | undefined {
  return connector.transport === 'http' ? createTheatre(connector, loadContract(connector.id), vendor) : undefined;
}

/** @returns what is wrong with it. */
async function tryWrite(
  write: OrdinaryWrite,
  targetId: string,
  known: Theatre | undefined,
): Promise<string | undefined> {
  const saved = await save(targetId, write);
  if (typeof saved === 'string') return `is not saved: ${saved}`;
  const failed = await preview(saved.id, { source_key: write.id, ...write.record });
  if (failed !== undefined) return `is not mapped: ${failed}`;
  const wrong = known && (await run(saved.id, known, write).catch(String));
  return wrong === undefined ? undefined : `does not run: ${wrong}`;
}

describe('test/contract/ordinary-writes', () => {
  it.each(connectors)(
    '%s takes ordinary creates, updates and upserts of all its objects',
    async (_, connector, writes) => {
      const known = toTheatre(connector);
      const targetId = await connect(connector.id, known?.signIn ?? sampleForms(connector));
      const problems: string[] = [];
      for (const write of writes) {
        const problem = await tryWrite(write, targetId, known);
        if (problem !== undefined) problems.push(`${write.id} ${problem}`);
      }
      expect(problems).toEqual([]);
    },
    suiteTimeoutMs,
  );

  it('runs those of other protocols on real servers', async () => {
    const others = connectors.filter(([, connector]) => connector.transport !== 'http').map(([id]) => id);

    expect(Object.keys(runElsewhere).toSorted()).toEqual(others.toSorted());
    for (const { file, title } of Object.values(runElsewhere).flat()) {
      expect(await readFile(join(projectRoot, file), 'utf8')).toContain(`it('${title}'`);
    }
  });
});
