import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toLookup } from '../../services/shared/schemas.ts';
import { addIntegration, makeFlow } from './flows.ts';
import { type Item, startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

function findingsOf(data: Item, kind: 'errors' | 'warnings'): { path: string; code: string }[] {
  return data[kind] as { path: string; code: string }[];
}

describe('test/api/validate-preview', () => {
  it('finds nothing wrong with what was saved, and tells which steps are open', async () => {
    const { id } = await addIntegration(api);
    const { data: draft } = await api.request('POST', '/v1/integrations', { body: { name: 'Draft' } });

    const complete = await api.request('POST', `/v1/integrations/${id}/validate`);
    const open = await api.request('POST', `/v1/integrations/${draft.id}/validate`, { body: {} });

    expect([complete.status, complete.data]).toEqual([
      200,
      {
        valid: true,
        errors: [],
        warnings: [],
        readiness: { ready: true, missing: [{ step: 'activation', message: 'Activate the integration.' }] },
      },
    ]);
    expect(open.data).toMatchObject({ valid: true, readiness: { ready: false } });
  });

  it('warns of records that the target may leave switched off, until the definition says what switches them on', async () => {
    const { source } = await makeFlow(api);
    const { data: datadog } = await api.request('POST', '/v1/connections', {
      body: { name: 'Datadog', service_type: 'datadog', credentials: { api_key: 'key', application_key: 'key' } },
    });
    const target = { connection_id: datadog.id, object: 'users', operation: 'create', on_missing: 'deactivate' };
    const body = (more: object) => ({
      definition: {
        source,
        target: { ...target, delivery: 'at_least_once', ...more },
        mapping: [{ to: 'email', from: 'cveID' }],
      },
    });
    const { id } = await addIntegration(api);
    const validate = async (more: object) => {
      const { data } = await api.request('POST', `/v1/integrations/${id}/validate`, { body: body(more) });
      return [findingsOf(data, 'errors'), findingsOf(data, 'warnings').map(({ code }) => code)];
    };

    expect(await validate({})).toEqual([[], ['may_repeat', 'may_stay_inactive']]);
    expect(await validate({ reactivate_with: { disabled: false } })).toEqual([[], ['may_repeat']]);
  });

  it('tells all errors of a definition together, of its form and of its meaning, and saves nothing', async () => {
    const integration = await addIntegration(api);
    const path = `/v1/integrations/${integration.id}`;
    const { source } = await makeFlow(api);
    const definition = {
      ...integration,
      source: { ...Object(source), object: 'nothing' },
      mapping: [{ to: 'a[', from: 'b' }],
      concurrency: 'parallel',
      colour: 'red',
    };

    const { status, data } = await api.request('POST', `${path}/validate`, { body: { definition } });

    expect(status).toBe(200);
    expect(data['valid']).toBe(false);
    expect(findingsOf(data, 'errors').map((error) => [error.path, error.code])).toEqual([
      ['concurrency', 'invalid_value'],
      ['colour', 'unknown_field'],
      ['source.object', 'unknown_object'],
      ['mapping[0].to', expect.any(String)],
    ]);
    expect((await api.request('GET', path)).data).toEqual(integration);
  });

  it.each([[{ definition: 'x' }], [{ definition: [] }], [{ definition: null }], [[]], [{ definitions: {} }]])(
    'refuses the body %j',
    async (body) => {
      const { id } = await addIntegration(api);

      const { status, error } = await api.request('POST', `/v1/integrations/${id}/validate`, { body });

      expect([status, error.code]).toEqual([400, 'invalid_request']);
    },
  );

  it('warns of a connection that cannot be used, of writes that may repeat, and of records that may meet', async () => {
    const flow = await makeFlow(api);
    const { id } = await addIntegration(api);
    const connectionId = Object(flow['source']).connection_id;
    await api.admin`update connections set status = 'error' where id = ${toLookup('connection', connectionId)}`;
    const { match_on: _, ...target } = Object(flow['target']);
    const appending = { ...flow, target: { ...target, operation: 'create', delivery: 'at_least_once' } };
    const meeting = { ...flow, target: { ...target, match_on: ['vendor'] } };

    const validate = (definition: object) =>
      api.request('POST', `/v1/integrations/${id}/validate`, { body: { definition } });
    const answers = [await validate(appending), await validate(meeting)];

    expect(answers.map(({ data }) => findingsOf(data, 'warnings').map(({ code }) => code))).toEqual([
      ['connection_not_active', 'may_repeat'],
      ['connection_not_active', 'may_collide'],
    ]);
    expect(answers[0]?.data['valid']).toBe(true);
    expect(answers[0]?.data['readiness']).toMatchObject({
      missing: [{ step: 'connection', connection_id: connectionId }, { step: 'activation' }],
    });
  });

  it('warns of another integration that changes the same object, when it is saved and when it is validated', async () => {
    const first = await addIntegration(api, { name: 'First' });
    const { source, target, mapping } = first;
    const copy = { name: 'Second', source, target, mapping };
    const expected = {
      path: 'target.object',
      code: 'shared_target',
      message: expect.stringContaining(`"First" (${first.id})`),
    };

    const second = await api.request('POST', '/v1/integrations', { body: copy });
    const validated = await api.request('POST', `/v1/integrations/${second.data.id}/validate`);
    const sentBack = await api.request('PUT', `/v1/integrations/${second.data.id}`, {
      body: { ...second.data, target: { ...Object(target), object: 'kev_copy' } },
    });

    expect(first).not.toHaveProperty('warnings');
    expect(second.data['warnings']).toEqual([expected]);
    expect(validated.data['warnings']).toEqual([expected]);
    expect([sentBack.status, sentBack.data['warnings']]).toEqual([200, undefined]);
    expect((await api.request('GET', `/v1/integrations/${second.data.id}`)).data).not.toHaveProperty('warnings');
  });

  it('previews what a run would make of records, each by itself', async () => {
    const flow = await makeFlow(api);
    const filter = { field: 'vendorProject', operator: 'not_equals', value: 'None' };
    const { id } = await addIntegration(api, { source: { ...Object(flow['source']), filter } });
    const records = [
      { cveID: 'CVE-1', vendorProject: 'Acme', secret: 'not mapped' },
      { cveID: 'CVE-2', vendorProject: 'None' },
      { cveID: 'CVE-1', vendorProject: 'Later' },
      { vendorProject: 'Acme' },
    ];

    const { status, list } = await api.request('POST', `/v1/integrations/${id}/preview`, {
      body: { records, explain: false },
    });

    expect(status).toBe(200);
    expect(list).toEqual([
      { source_key: 'CVE-1', outcome: 'mapped', mapped: { cve_id: 'CVE-1', vendor: 'Acme' } },
      { source_key: 'CVE-2', outcome: 'filtered' },
      { source_key: 'CVE-1', outcome: 'mapped', mapped: { cve_id: 'CVE-1', vendor: 'Later' } },
      { outcome: 'failed', errors: [{ code: 'missing_key', message: expect.any(String) }] },
    ]);
  });

  it('tells why each record became what it became', async () => {
    const flow = await makeFlow(api);
    const source = { ...Object(flow['source']), filter: 'vendorProject != "None"' };
    const mapping = [
      { to: 'cve_id', from: 'cveID', convert: 'trim' },
      { to: 'vendor', formula: 'upper(vendorProject ?? "?") + "!"' },
      { to: 'added', from: 'dateAdded', convert: 'date', required: true },
    ];
    const { id } = await addIntegration(api, { source, mapping });
    const records = [
      { cveID: ' CVE-1 ', vendorProject: 'Acme', dateAdded: '2026-11-21' },
      { cveID: 'CVE-2', vendorProject: 'None' },
      { cveID: 'CVE-3', dateAdded: 'soon' },
      { vendorProject: 'Acme' },
    ];

    const { list } = await api.request('POST', `/v1/integrations/${id}/preview`, { body: { records } });

    expect(list[0]?.['explanation']).toEqual({
      decided_by: 'mapping',
      message: expect.any(String),
      filter: {
        rule: 'source.filter',
        sources: [{ path: 'vendorProject', value: 'Acme' }],
        steps: [],
        value: true,
      },
      fields: [
        {
          to: 'cve_id',
          rule: 'mapping[0]',
          sources: [{ path: 'cveID', value: ' CVE-1 ' }],
          steps: [
            { kind: 'read', text: 'cveID', value: ' CVE-1 ' },
            { kind: 'convert', text: 'trim', value: 'CVE-1' },
          ],
          value: 'CVE-1',
        },
        {
          to: 'vendor',
          rule: 'mapping[1]',
          sources: [{ path: 'vendorProject', value: 'Acme' }],
          steps: [
            { kind: 'expression', text: 'vendorProject ?? "?"', value: 'Acme' },
            { kind: 'expression', text: 'upper(vendorProject ?? "?")', value: 'ACME' },
            { kind: 'formula', text: 'upper(vendorProject ?? "?") + "!"', value: 'ACME!' },
          ],
          value: 'ACME!',
        },
        {
          to: 'added',
          rule: 'mapping[2]',
          sources: [{ path: 'dateAdded', value: '2026-11-21' }],
          steps: [
            { kind: 'read', text: 'dateAdded', value: '2026-11-21' },
            { kind: 'convert', text: 'date', value: '2026-11-21' },
          ],
          value: '2026-11-21',
        },
      ],
    });
    expect(list.slice(1)).toMatchObject([
      { outcome: 'filtered', explanation: { decided_by: 'filter', filter: { value: false } } },
      {
        outcome: 'failed',
        explanation: {
          decided_by: 'mapping',
          fields: [{ value: 'CVE-3' }, { value: '?!' }, { error: { code: 'convert_failed' } }],
        },
      },
      { outcome: 'failed', explanation: { decided_by: 'key' } },
    ]);
    expect(list[1]?.['explanation']).not.toHaveProperty('fields');
  });

  it('explains as many fields as an answer holds', async () => {
    const rules = Array.from({ length: 499 }, (_, n) => ({ to: `field_${n}`, from: 'vendorProject' }));
    const { id } = await addIntegration(api, { mapping: [{ to: 'cve_id', from: 'cveID' }, ...rules] });
    const records = Array.from({ length: 12 }, (_, n) => ({ cveID: `CVE-${n}`, vendorProject: 'Acme' }));

    const { list } = await api.request('POST', `/v1/integrations/${id}/preview`, { body: { records } });

    expect(list.map((record) => 'explanation' in record)).toEqual(records.map((_, n) => n < 10));
  });

  it('previews a definition that is not saved, and names what is wrong with it', async () => {
    const integration = await addIntegration(api);
    const path = `/v1/integrations/${integration.id}/preview`;
    const records = [{ cveID: 'CVE-1', dateAdded: 'x' }];
    const mapping = [
      { to: 'cve_id', from: 'cveID' },
      { to: 'added', from: 'dateAdded', convert: 'date' },
    ];

    const failing = await api.request('POST', path, { body: { records, definition: { ...integration, mapping } } });
    const wrong = await api.request('POST', path, { body: { records, definition: { ...integration, mapping: [{}] } } });

    expect(failing.list).toMatchObject([
      { source_key: 'CVE-1', outcome: 'failed', errors: [{ code: 'convert_failed', field: 'added' }] },
    ]);
    expect([wrong.status, wrong.error.details.errors[0]?.path]).toEqual([400, 'definition.mapping[0].to']);
  });

  it('maps at most as many records as are asked for, and never more than 100', async () => {
    const { id } = await addIntegration(api);
    const path = `/v1/integrations/${id}/preview`;
    const make = (count: number) => Array.from({ length: count }, (_, n) => ({ cveID: `CVE-${n}` }));

    const few = await api.request('POST', path, { body: { records: make(20), limit: 10 } });
    const all = await api.request('POST', path, { body: { records: make(100) } });
    const many = await api.request('POST', path, { body: { records: make(101) } });

    expect([few.list.length, all.list.length]).toEqual([10, 100]);
    expect(many.error.details.errors[0]?.path).toBe('records');
  });

  it('previews nothing of a draft', async () => {
    const { data } = await api.request('POST', '/v1/integrations', { body: { name: 'Draft' } });

    const { status, error } = await api.request('POST', `/v1/integrations/${data.id}/preview`, {
      body: { records: [{}] },
    });

    expect([status, error.code]).toEqual([409, 'integration_not_ready']);
  });
});
