import { asyncLocalStorage, Context } from '@temporalio/activity';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ActivityDeps,
  createActivities,
  DefinitionCache,
  PlanCache,
  SessionCache,
} from '../../activities/index.ts';
import type { RunInput, SegmentReport } from '../../activities/types.ts';
import { systemClock } from '../../core/clock.ts';
import { toId } from '../../core/ids.ts';
import { createScriptRunner } from '../../script-runner/index.ts';
import { toLookup } from '../../services/shapes.ts';
import { createOpener } from '../../vault/open.ts';
import { readPrivateKeys, readPublicKeys } from '../../vault/key-files.ts';
import { startTestApi, type TestApi } from '../api/harness.ts';
import { actOnRuns } from '../api/run-acts.ts';
import { HttpStub } from '../harness/http.ts';

let api: TestApi;
let deps: ActivityDeps;
let stub: HttpStub;
let sourceId: string;

beforeAll(async () => {
  api = await startTestApi();
  const { database } = api;
  const clock = systemClock;
  const opener = createOpener(await readPrivateKeys(api.keyFile));
  deps = {
    database,
    clock,
    opener,
    publicKeys: await readPublicKeys(api.keyFile.replace(/\.json$/, '.pub.json')),
    sessions: new SessionCache({ database, clock, opener, egress: { allow: ['127.0.0.0/8'] } }),
    scripts: createScriptRunner({ threads: 1 }),
    plans: new PlanCache(),
    definitions: new DefinitionCache(),
    slotsMax: 4,
    shutdown: new AbortController().signal,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  };
});

afterAll(async () => {
  await deps.sessions.closeAll();
  await api.close();
});

beforeEach(async () => {
  stub = await HttpStub.start();
  return () => stub.stop();
});

/** A run over two connections to the stub, whose tokens are `first`; as a worker took it up. */
async function startRun(): Promise<RunInput> {
  const connect = async (name: string): Promise<string> => {
    const body = { name, service_type: 'http', credentials: { token: 'first' }, config: { base_url: stub.url } };
    return (await api.request('POST', '/v1/connections', { body })).data.id;
  };
  sourceId = await connect('Source');
  const targetId = await connect('Target');
  const integration = await api.request('POST', '/v1/integrations', {
    body: {
      name: 'People',
      source: { connection_id: sourceId, object: '/people', key: ['id'] },
      target: {
        connection_id: targetId,
        object: 'people',
        operation: 'upsert',
        options: { path: '/people/{id}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
      },
      mapping: [{ to: 'id', from: 'id' }],
    },
  });
  expect(integration.error?.details.errors).toBeUndefined();
  const acts = actOnRuns(api);
  const run = await acts.execute(integration.data.id);
  await acts.setRunning(run.data.id);
  const [organization] = await api.admin<{ org_id: string }[]>`select org_id from runs limit 1`;
  return {
    v: 1,
    orgId: toId('organization', organization?.org_id ?? ''),
    integrationId: asId('int', integration.data.id),
    runId: asId('run', run.data.id),
  };
}

/** Guarantee: the API's ids begin with the prefix of their kind. */
function asId<Prefix extends string>(prefix: Prefix, id: string): `${Prefix}_${string}` {
  return `${prefix}_${id.slice(prefix.length + 1)}`;
}

/** Runs the activity where Temporal would; it looks at its cancellation and beats, and nothing else. */
function runSegment(input: RunInput): Promise<SegmentReport> {
  const context: Context = Object.assign(Object.create(Context.prototype), {
    cancellationSignal: new AbortController().signal,
    heartbeat: () => undefined,
    info: { attempt: 1 },
  });
  return asyncLocalStorage.run(context, () => createActivities(deps).runSegment(input));
}

function replace(token: string): Promise<unknown> {
  return api.request('PUT', `/v1/connections/${sourceId}/credentials`, { body: { credentials: { token } } });
}

async function readStatus(): Promise<string> {
  return (await api.request('GET', `/v1/connections/${sourceId}`)).data.status;
}

function tokensSeen(): unknown[] {
  return stub.requests.filter(({ method }) => method === 'GET').map(({ headers }) => headers['authorization']);
}

describe('test/integration/rotation', () => {
  it('goes on with new credentials where the old ones are refused while a run uses them', async () => {
    const input = await startRun();
    stub.on(
      'GET /people',
      async (_, response) => {
        await replace('second');
        response.writeHead(401).end();
      },
      { json: [{ id: 'a' }] },
    );
    stub.on('PUT /people/a', {});

    const report = await runSegment(input);

    expect(report).toMatchObject({ status: 'done', counters: { read: 1 } });
    expect(tokensSeen()).toEqual(['Bearer first', 'Bearer second']);
    expect(await readStatus()).toBe('active');
  });

  it('asks no more than once again, and shows that the credentials were refused', async () => {
    const input = await startRun();
    stub.on(
      'GET /people',
      async (_, response) => {
        await replace('second');
        response.writeHead(401).end();
      },
      { status: 401 },
    );

    await expect(runSegment(input)).rejects.toMatchObject({ type: 'auth_invalid', nonRetryable: true });

    expect(tokensSeen()).toEqual(['Bearer first', 'Bearer second']);
    expect(await readStatus()).toBe('error');
  });

  it('shows on the connection that its credentials were refused', async () => {
    const input = await startRun();
    stub.on('GET /people', { status: 401 });

    await expect(runSegment(input)).rejects.toMatchObject({ type: 'auth_invalid' });

    expect(await readStatus()).toBe('error');
    const { list } = await api.request('GET', '/v1/connections?status=error');
    expect(list.filter(({ name }) => name === 'Target')).toEqual([]);
  });

  it.each([
    ['disabled', 'connection_disabled', 'The source connection "Source" is disabled.'],
    ['deleted', 'config', 'The source connection of the integration is gone.'],
  ])('fails clearly where a connection was %s meanwhile', async (what, code, message) => {
    const input = await startRun();
    const uuid = toLookup('connection', sourceId);
    await (what === 'disabled'
      ? api.admin`update connections set status = 'disabled' where id = ${uuid}`
      : api.admin`update connections set deleted_at = now() where id = ${uuid}`);

    await expect(runSegment(input)).rejects.toMatchObject({ type: code, nonRetryable: true });

    expect((await api.request('GET', `/v1/runs/${input.runId}`)).data['error']).toMatchObject({ code, message });
  });
});
