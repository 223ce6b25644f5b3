import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addIntegration, makeFlow } from './flows.ts';
import { type Item, startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

/** Ends of a flow: its source, and an action that writes to a table. */
async function makeEnds(): Promise<{ source: Item; write: (members?: object) => Item }> {
  const { source, target } = await makeFlow(api);
  const write = (members: object = {}): Item => ({
    ...Object(target),
    mapping: [{ to: 'cve_id', from: 'record.cveID', required: true }],
    ...members,
  });
  return { source: Object(source), write };
}

async function addFlow(members: object): Promise<Item> {
  const { status, data, error } = await api.request('POST', '/v1/integrations', { body: { name: 'Flow', ...members } });
  expect([status, error?.details.errors]).toEqual([201, undefined]);
  return data;
}

/** Steps within each other. */
function nest(depth: number): object {
  const id = `d${depth}`;
  if (depth === 1) return { id, stop: 'skipped' };
  return { id, condition: [{ when: 'false', steps: [] }], else: [nest(depth - 1)] };
}

describe('test/api/flow-definitions', () => {
  it('saves, activates and changes an integration with steps', async () => {
    const { source, write } = await makeEnds();
    const steps = [
      { id: 'vendor', transform: { set: { name: 'lower(record.vendorProject)' } } },
      {
        id: 'kind',
        condition: [{ when: "change == 'created'", steps: [{ id: 'ticket', action: write({ object: 'tickets' }) }] }],
        else: [{ id: 'end', stop: 'skipped' }],
      },
      { id: 'row', action: write(), on_error: 'continue' },
    ];
    const flow = await addFlow({ source: { ...source, watch: ['vendorProject'], start: 'baseline' }, steps });
    const path = `/v1/integrations/${flow.id}`;

    expect(flow).toMatchObject({ status: 'inactive', steps, readiness: { missing: [{ step: 'activation' }] } });
    expect((await api.request('POST', `${path}/activate`)).data).toMatchObject({ status: 'active' });
    const { data: changed } = await api.request('PUT', path, { body: { steps: steps.slice(0, 1) } });
    expect(changed).toMatchObject({ status: 'active', revision: 2, steps: steps.slice(0, 1) });
    const { data: revisions } = await api.request('GET', `${path}/revisions`);
    expect(revisions).toMatchObject([{ revision: 2, changed: ['steps'] }, { revision: 1 }]);
  });

  it('shows what a flow is made of', async () => {
    const { source, write } = await makeEnds();
    const steps = [
      { id: 'kind', condition: [{ when: 'true', steps: [{ id: 'a', transform: { set: { x: '1' } } }] }] },
      { id: 'row', action: write(), on_error: [{ id: 'note', stop: 'skipped' }] },
    ];
    const { id } = await addFlow({ source, steps });
    const { data } = await api.request('GET', `/v1/workflows?integration_id=${id}`);

    expect(data).toMatchObject([
      {
        type: 'manual',
        components: [
          { kind: 'trigger' },
          { kind: 'action', operation: 'read' },
          { kind: 'condition', step: 'kind', branches: 1 },
          { kind: 'transform', step: 'a', type: 'mapping', rules: 1 },
          { kind: 'action', step: 'row', operation: 'upsert', object: 'kev' },
          { kind: 'error_handler', step: 'row', action: 'steps' },
          { kind: 'error_handler', record: 'dead_letter' },
        ],
      },
    ]);
  });

  it('shows each way to start it as a workflow of its own, with all that it is made of', async () => {
    const { source, write } = await makeEnds();
    const steps = [
      { id: 'kind', condition: [{ when: 'true', steps: [{ id: 'a', transform: { set: { x: '1' } } }] }] },
      { id: 'row', action: write(), on_error: [{ id: 'note', stop: 'skipped' }] },
    ];
    const receive = { verify: { bearer: true }, events: { name: { in: 'event', name: 'kind' } } };
    const triggers = [{ type: 'schedule', every: '1h' }, { type: 'event' }, { type: 'webhook', receive }];
    const { id } = await addFlow({ source, steps, triggers });
    const { list } = await api.request('GET', `/v1/workflows?integration_id=${id}`);

    const types = new Set(list.map(({ type }) => type));
    expect(types).toEqual(new Set(['manual', 'scheduled', 'event', 'webhook']));
    for (const { components } of list) {
      const kinds = new Set((components as Item[]).map(({ kind }) => kind));
      expect(kinds).toEqual(new Set(['trigger', 'action', 'condition', 'transform', 'error_handler']));
    }
  });

  it('is whole without a source', async () => {
    const flow = await addFlow({ steps: [{ id: 'a', stop: 'skipped' }] });

    expect(flow).toMatchObject({ status: 'inactive', readiness: { ready: true, missing: [{ step: 'activation' }] } });
  });

  it.each<[string, (write: (members?: object) => Item) => object[], object]>([
    [
      'an unknown kind of step',
      (write) => [{ id: 'a', acton: write() }],
      { path: 'steps[0].acton', allowed: ['action'] },
    ],
    [
      'a name that is not set yet',
      (write) => [
        { id: 'a', when: "steps.b.id == ''", stop: 'skipped' },
        { id: 'b', action: write() },
      ],
      { path: 'steps[0].when', code: 'not_set_yet' },
    ],
    [
      'a name that is not there',
      (write) => [
        { id: 'row', action: write() },
        { id: 'b', transform: { mapping: [{ to: 'x', from: 'steps.rwo.id' }] } },
      ],
      { path: 'steps[1].transform.mapping[0].from', code: 'unknown_field', allowed: ['steps.row'] },
    ],
    [
      'a field that the record never has',
      (write) => [{ id: 'a', action: write({ mapping: [{ to: 'cve_id', from: 'record.cveId' }] }) }],
      { path: 'steps[0].action.mapping[0].from', code: 'unknown_field', allowed: ['record.cveID'] },
    ],
    [
      'a write without a class',
      (write) => [{ id: 'a', action: write({ operation: 'create', match_on: undefined }) }],
      { path: 'steps[0].action.delivery', code: 'required', allowed: ['at_least_once', 'at_most_once'] },
    ],
    [
      'a formula of a wrong type',
      (write) => [{ id: 'a', when: 'record.cveID', action: write() }],
      { path: 'steps[0].when', code: 'invalid_formula' },
    ],
    [
      'two steps of one id',
      () => [
        { id: 'a', stop: 'skipped' },
        { id: 'a', stop: 'skipped' },
      ],
      { path: 'steps[1].id', code: 'duplicate_id' },
    ],
    [
      'an unknown operation',
      (write) => [{ id: 'a', action: write({ operation: 'explode' }) }],
      {
        path: 'steps[0].action.operation',
        code: 'invalid_value',
        allowed: expect.arrayContaining(['create', 'update', 'upsert', 'delete', 'find', 'list', 'archive']),
      },
    ],
    [
      'an operation that its connector does not have',
      (write) => [{ id: 'a', action: write({ operation: 'archive' }) }],
      {
        path: 'steps[0].action.operation',
        code: 'unsupported',
        allowed: ['create', 'update', 'upsert', 'delete'],
      },
    ],
    [
      'an unknown connection',
      (write) => [{ id: 'a', action: write({ connection_id: 'conn_01kanm3t1fe7krd5v2mgxzs2v8' }) }],
      { path: 'steps[0].action.connection_id', code: 'unknown_connection' },
    ],
    [
      'an unknown lookup table',
      (write) => [
        { id: 'a', action: write({ mapping: [{ to: 'cve_id', from: 'record.cveID', lookup: { table: 'none' } }] }) },
      ],
      { path: 'steps[0].action.mapping[0].lookup.table', code: 'unknown_lookup_table' },
    ],
    [
      '1001 steps',
      () =>
        [0, 1].map((half) => ({
          id: `c${half}`,
          condition: [
            { when: 'true', steps: Array.from({ length: 500 }, (_, i) => ({ id: `s${half}_${i}`, stop: 'skipped' })) },
          ],
        })),
      { path: 'steps', code: 'too_many_steps' },
    ],
    [
      'steps that are nested too deeply',
      () => [nest(21)],
      { path: `steps[0]${'.else[0]'.repeat(20)}`, code: 'nested_too_deep' },
    ],
  ])('refuses %s, with its place', async (_, toSteps, expected) => {
    const { source, write } = await makeEnds();
    const body = { name: 'Flow', source, steps: toSteps(write) };
    const { status, error } = await api.request('POST', '/v1/integrations', { body });

    expect([status, error.code]).toEqual([400, 'invalid_request']);
    expect(error.details.errors?.[0]).toMatchObject(expected);
  });

  it('names lookup tables by their ids, and connections of steps that cannot be used', async () => {
    const { source, write } = await makeEnds();
    const action = write({ mapping: [{ to: 'cve_id', from: 'record.cveID', lookup: { table: 'Names of flows' } }] });
    const { data: table } = await api.request('POST', '/v1/lookup-tables', {
      body: { name: 'Names of flows', entries: { a: 'b' } },
    });
    const inner = [{ id: 'a', action }];
    const flow = await addFlow({ source, steps: [{ id: 'c', condition: [{ when: 'true', steps: inner }] }] });
    const path = `/v1/integrations/${flow.id}`;

    expect(flow).toMatchObject({
      steps: [{ condition: [{ steps: [{ action: { mapping: [{ lookup: { table: table.id } }] } }] }] }],
    });
    const connection = `/v1/connections/${String(action['connection_id'])}`;
    await api.request('PATCH', connection, { body: { status: 'disabled' } });
    const { data: validated } = await api.request('POST', `${path}/validate`);
    expect(validated).toMatchObject({
      valid: true,
      warnings: [{ path: 'steps[0].condition[0].steps[0].action.connection_id', code: 'connection_not_active' }, {}],
      readiness: { ready: false, missing: [{ step: 'connection' }, { step: 'activation' }] },
    });
  });

  it('validates steps that cannot be read with all that is around them', async () => {
    const { source, write } = await makeEnds();
    const { id } = await addFlow({ source, steps: [{ id: 'a', action: write() }] });
    const definition = {
      source: { ...source, filter: "cveId == 'x'", watch: ['cveID'], start: 'baseline' },
      steps: [{ id: 'a', wen: 'true', action: write() }],
    };
    const { data } = await api.request('POST', `/v1/integrations/${id}/validate`, { body: { definition } });

    expect(data).toMatchObject({
      valid: false,
      errors: [
        { path: 'steps[0].wen', message: 'Unknown field. Did you mean `when`?' },
        { path: 'source.filter', code: 'invalid_formula' },
      ],
    });
  });

  it('warns of targets that other integrations write too', async () => {
    const short = await addIntegration(api);
    const { source, target } = short;
    const mapping = [{ to: 'cve_id', from: 'record.cveID' }];
    const flow = await addFlow({ source, steps: [{ id: 'a', action: { ...Object(target), mapping } }] });
    const again = await api.request('POST', `/v1/integrations/${short.id}/validate`);

    expect(flow['warnings']).toMatchObject([{ path: 'steps[0].action.object', code: 'shared_target' }]);
    expect(again.data['warnings']).toMatchObject([{ path: 'target.object', code: 'shared_target' }]);
  });

  it('warns of ids that are read, and that no answer tells', async () => {
    const { source, write } = await makeEnds();
    const create = write({ object: 'notes', operation: 'create', match_on: undefined, delivery: 'at_most_once' });
    const reads = { set: { a: 'known.note.id', b: "steps.found.id ?? ''", c: 'steps.note.outcome' } };
    const found = write({ object: 'found', operation: 'create' });
    const steps = [
      { id: 'note', action: create },
      { id: 'unread', action: { ...create, object: 'unread' } },
      { id: 'found', action: found },
      { id: 'reads', transform: reads },
    ];
    const flow = await addFlow({ source, steps });
    const warnings: unknown = flow['warnings'];

    expect(Array.isArray(warnings) ? warnings.filter(({ code }) => code === 'id_unknown') : []).toEqual([
      { path: 'steps[0].action.match_on', code: 'id_unknown', message: expect.stringContaining('`steps.note.id`') },
    ]);
  });

  it('previews what each step would do, and draws the steps', async () => {
    const { source, write } = await makeEnds();
    const rule = { to: 'vendor', from: 'steps.vendor.name' };
    const steps = [
      { id: 'old', when: 'before != null', stop: 'skipped' },
      { id: 'vendor', transform: { set: { name: 'lower(record.vendorProject)' } } },
      { id: 'row', action: write({ mapping: [{ to: 'cve_id', from: 'record.cveID' }, rule] }) },
      { id: 'log', action: write({ object: 'log', mapping: [{ to: 'cve_id', from: 'steps.row.id' }] }) },
    ];
    const { id } = await addFlow({ source: { ...source, filter: "vendorProject != 'None'" }, steps });
    const records = [{ cveID: 'CVE-1', vendorProject: 'Acme' }, { cveID: 'CVE-2', vendorProject: 'None' }, {}];
    const preview = async (members: object): Promise<unknown> =>
      (await api.request('POST', `/v1/integrations/${id}/preview`, { body: { records, ...members } })).data;

    expect(await preview({ stubs: { row: { id: 'r1' } } })).toMatchObject([
      {
        source_key: 'CVE-1',
        outcome: 'succeeded',
        steps: [
          { step: 'old', outcome: 'skipped' },
          { step: 'vendor', output: { name: 'acme' } },
          { step: 'row', writes: { cve_id: 'CVE-1', vendor: 'acme' } },
          { step: 'log', writes: { cve_id: 'r1' } },
        ],
      },
      { source_key: 'CVE-2', outcome: 'filtered' },
      { outcome: 'failed', errors: [{ code: 'missing_key' }] },
    ]);
    expect(await preview({ before: {}, limit: 1 })).toMatchObject([{ outcome: 'skipped', steps: [{ step: 'old' }] }]);
    const { data: diagram } = await api.request('GET', `/v1/integrations/${id}/diagram`);
    expect(diagram).toMatchObject({ format: 'mermaid', text: expect.stringContaining('step_vendor --> step_row') });
  });
});
