import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../core/json.ts';
import { newId, newUuid } from '../../core/ids.ts';
import { hashRecord } from '../../engine/hash.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { createSealer } from '../../vault/seal.ts';
import { readPublicKeys } from '../../vault/key-files.ts';
import { HttpStub } from '../harness/http.ts';
import { type ConnectionWorker, startConnectionWorker } from './connection-worker.ts';
import { makeFlow } from './flows.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';
import { actOnRuns } from './run-acts.ts';

let api: TestApi;
let worker: ConnectionWorker;
let stub: HttpStub;
let orgId: string;
let integration: string;
let runs: { first: string; second: string };

const mapping = [
  { to: 'id', from: 'id', convert: 'string', required: true },
  { to: 'name', formula: 'upper(name)' },
  { to: 'secret', from: 'api_token' },
  { to: 'born', from: 'born', convert: 'date' },
];

const users = [
  { id: '1', name: 'Ada', api_token: 'CANARY-token', active: true },
  { id: '2', name: 'Bob', active: false },
  { id: '3', name: 'Cyd', active: true },
  { id: '4/ä"', name: 'Dan', active: true },
  { id: '5', name: 'Eve', active: true },
];

beforeAll(async () => {
  api = await startTestApi();
  orgId = toLookup('organization', api.organization.organization_id);
  worker = await startConnectionWorker(api, ['127.0.0.0/8']);
  stub = await HttpStub.start();
  stub.always('GET /users', { json: { items: users } });
  const source = await api.request('POST', '/v1/connections', {
    body: { name: 'Users', service_type: 'http', credentials: {}, config: { base_url: stub.url } },
  });
  const { target } = await makeFlow(api);
  const body = {
    name: 'Users',
    source: {
      connection_id: source.data.id,
      object: '/users',
      key: ['id'],
      filter: 'active == true',
      options: { records_path: 'items' },
    },
    target: { ...Object(target), match_on: ['id'] },
    mapping,
  };
  integration = (await api.request('POST', '/v1/integrations', { body })).data.id;
  runs = { first: await makeRun(), second: await makeRun() };
});

afterAll(async () => {
  await worker.stop();
  await stub.stop();
  await api.close();
});

async function makeRun(): Promise<string> {
  const acts = actOnRuns(api);
  const { data } = await acts.execute(integration);
  await acts.setRunning(data.id);
  await acts.finish(integration, data.id);
  return data.id;
}

/** What a worker leaves behind that wrote a record. */
async function write(key: string, run: string, mapped: Record<string, Json>): Promise<void> {
  const ids = { org_id: orgId, integration_id: toLookup('integration', integration) };
  await api.admin`insert into streams ${api.admin({ ...ids, stream: '/users' })} on conflict do nothing`;
  await api.admin`insert into fingerprints ${api.admin({ ...ids, fingerprint: 'f' })} on conflict do nothing`;
  await api.admin`
    insert into ledger (org_id, stream_id, source_key, fingerprint_id, target_id, hash, effect_seq, run_id)
    select ${orgId}, streams.id, ${key}, fingerprints.id, ${`t-${key}`}, decode(${hashRecord(mapped)}, 'hex'), 1,
      ${toLookup('run', run)}
    from streams, fingerprints where streams.org_id = ${orgId} and fingerprints.org_id = ${orgId}`;
}

/** What a worker leaves behind that could not process a record. */
async function fail(key: string, run: string, code: string, record: Record<string, Json>): Promise<void> {
  const publicKeys = await readPublicKeys(api.keyFile.replace(/\.json$/, '.pub.json'));
  const integrationId = toLookup('integration', integration);
  const sealer = await createSealer(publicKeys, { purpose: 'record', orgId, integrationId });
  await api.admin`
    insert into dead_letters (org_id, id, integration_id, run_id, stream, source_key, code, field, message, masked, sealed)
    values (${orgId}, ${newUuid()}, ${integrationId}, ${toLookup('run', run)}, '/users', ${key}, ${code}, 'born',
      'Cannot convert.', '{}'::jsonb, ${sealer.seal(record)})`;
}

async function addKey(...scopes: string[]): Promise<string> {
  const { data } = await api.request('POST', '/v1/api-keys', { body: { name: 'key', scopes } });
  return String(data['secret']);
}

const explain = (run: string, key: string, as?: string): Promise<Answer> =>
  api.request(
    'GET',
    `/v1/runs/${run}/records/${encodeURIComponent(key)}/explanation`,
    as === undefined ? {} : { key: as },
  );

describe('test/api/explain-records', () => {
  it('keeps the digits of long ids in sample records', async () => {
    const preview = await api.request('POST', `/v1/integrations/${integration}/preview`, {
      text: '{"records": [{"id": 9007199254740993, "name": "Ada", "active": true}]}',
    });

    expect(preview.data).toMatchObject([{ source_key: '9007199254740993', mapped: { id: '9007199254740993' } }]);
  });

  it('tells why a record that was written has its values, and hides sensitive ones', async () => {
    await write('1', runs.first, { id: '1', name: 'ADA', secret: 'CANARY-token' });

    const { status, data } = await explain(runs.first, '1');

    expect(status).toBe(200);
    expect(data).toMatchObject({
      source_key: '1',
      revision: 1,
      outcome: 'written',
      target_id: 't-1',
      written_by: runs.first,
      record: 'read',
      records_read: 5,
      changed_since: false,
      explanation: {
        decided_by: 'mapping',
        filter: { sources: [{ path: 'active', value: true }], value: true },
        fields: [
          { to: 'id', value: '1' },
          { to: 'name', sources: [{ path: 'name', value: 'Ada' }], value: 'ADA' },
          {
            to: 'secret',
            rule: 'mapping[2]',
            sources: [{ path: 'api_token', value: 'text(12)' }],
            steps: [{ kind: 'read', value: 'text(12)' }],
            value: 'text(12)',
          },
          { to: 'born', sources: [{ path: 'born' }] },
        ],
      },
    });
    expect(JSON.stringify(data)).not.toContain('CANARY');
  });

  it('tells of a record that an earlier run had written, a later one wrote, and one that has changed since', async () => {
    await write('3', runs.first, { id: '3', name: 'CYD' });
    await write('5', runs.second, { id: '5', name: 'OLD' });

    const unchanged = await explain(runs.second, '3');
    const later = await explain(runs.first, '5');
    const changed = await explain(runs.second, '5');

    expect(unchanged.data).toMatchObject({ outcome: 'unchanged', written_by: runs.first, changed_since: false });
    expect(later.data).toMatchObject({ outcome: 'unknown', written_by: runs.second });
    expect(changed.data).toMatchObject({ outcome: 'written', changed_since: true });
  });

  it('tells which condition left a record out', async () => {
    const { data } = await explain(runs.first, '2');

    expect(data).toMatchObject({
      outcome: 'filtered',
      explanation: { decided_by: 'filter', filter: { sources: [{ value: false }], value: false } },
    });
    expect(data['explanation']).not.toHaveProperty('fields');
  });

  it('takes a failed record as it was kept, whatever its key and the source', async () => {
    await fail('4/ä"', runs.first, 'convert_failed', { id: '4/ä"', name: 'Kept', born: 'soon', active: true });

    const { data } = await explain(runs.first, '4/ä"');

    expect(data).toMatchObject({
      outcome: 'failed',
      error: { code: 'convert_failed', field: 'born', message: 'Cannot convert.' },
      record: 'kept',
      records_read: 0,
      explanation: {
        decided_by: 'mapping',
        fields: [{}, { value: 'KEPT' }, {}, { sources: [{ value: 'soon' }], error: { code: 'convert_failed' } }],
      },
    });
  });

  it('reads the source for a write in doubt: what is kept of it may be the mapped record', async () => {
    await fail('5', runs.first, 'in_doubt', { id: 'mapped' });

    expect((await explain(runs.first, '5')).data).toMatchObject({ outcome: 'failed', record: 'read' });
  });

  it('shows the shapes of values to those who may not browse the connection', async () => {
    const { status, data } = await explain(runs.first, '3', await addKey('runs:read', 'records:read'));

    expect(status).toBe(200);
    expect(data['explanation']).toMatchObject({
      filter: { sources: [{ path: 'active', value: 'boolean' }] },
      fields: [{ value: 'text(1)' }, { sources: [{ value: 'text(3)' }], value: 'text(3)' }, {}, {}],
    });
    expect(JSON.stringify(data)).not.toMatch(/Cyd/i);
  });

  it('answers 404 for what nothing is known of, and 403 without the scope', async () => {
    const answers = [
      await explain(runs.first, 'nobody'),
      await explain(newId('run'), '1'),
      await explain('nonsense', '1'),
      await explain(runs.first, '\0'),
      await explain(runs.first, '1', (await api.addOrganization('Other')).api_key),
      await explain(runs.first, '1', await addKey('connections:read')),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 403]);
  });

  it('answers 409 where the connection of the source is disabled or lacks a right, and 502 where its system answers with another fault', async () => {
    const { data } = await api.request('GET', `/v1/integrations/${integration}`);
    const path = `/v1/connections/${String(Object(data['source']).connection_id)}`;
    await api.request('PATCH', path, { body: { status: 'disabled' } });
    const disabled = await explain(runs.first, '1');
    await api.request('PATCH', path, { body: { status: 'active', config: { base_url: `${stub.url}/nowhere` } } });
    stub.on('GET /nowhere/users', { status: 403, json: {} }).on('GET /nowhere/users', { status: 400, json: {} });
    const forbidden = await explain(runs.first, '1');
    const refused = await explain(runs.first, '1');

    expect([disabled.status, disabled.error.code]).toEqual([409, 'invalid_state']);
    const { error } = forbidden;
    expect([forbidden.status, error.code, error.details['kind']]).toEqual([409, 'invalid_state', 'permission']);
    expect([refused.status, refused.error.code]).toEqual([502, 'upstream_error']);
  });
});
