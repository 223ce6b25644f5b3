import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addIntegration, makeFlow } from './flows.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

const script = (body: string) => ({ language: 'javascript', source: `export default (record, ctx) => {\n${body}\n};` });

describe('test/api/scripts', () => {
  it('keeps a script as part of the flow: a change of it makes a revision', async () => {
    const first = script('return record;');
    const created = await addIntegration(api, { script: first });
    const path = `/v1/integrations/${created.id}`;

    const changed = await api.request('PATCH', path, { body: { script: { timeout_ms: 500 } } });
    const without = await api.request('PUT', path, { body: { script: null } });

    expect(created).toMatchObject({ revision: 1, script: first, readiness: { ready: true } });
    expect(changed.data).toMatchObject({ revision: 2, script: { ...first, timeout_ms: 500 } });
    expect([without.data['revision'], without.data['script']]).toEqual([3, undefined]);
  });

  it.each([
    ['is no JavaScript', script('return record +;'), 'script.source', 'invalid_script', 'line 2'],
    ['exports nothing', { language: 'javascript', source: '1;' }, 'script.source', 'invalid_script', 'default export'],
    ['does not end', { language: 'javascript', source: 'for (;;);' }, 'script.source', 'invalid_script', 'its time'],
    ['is too large', { language: 'javascript', source: 'é'.repeat(40_000) }, 'script.source', 'invalid_value', 'bytes'],
    [
      'is in another language',
      { language: 'python', source: '1' },
      'script.language',
      'invalid_value',
      'not one of the allowed',
    ],
    ['says what scripts cannot', { ...script(''), memory: 1 }, 'script.memory', 'unknown_field', ''],
  ])('refuses a script that %s', async (_, unfit, path, code, message) => {
    const flow = await makeFlow(api);

    const refused = await api.request('POST', '/v1/integrations', { body: { name: 'Unfit', ...flow, script: unfit } });

    expect([refused.status, refused.error?.code]).toEqual([400, 'invalid_request']);
    expect(refused.error?.details.errors).toMatchObject([{ path, code, message: expect.stringContaining(message) }]);
  });

  it('tells what is wrong with a script beside what else is wrong', async () => {
    const { id } = await addIntegration(api);
    const definition = {
      ...(await makeFlow(api)),
      mapping: [{ to: 'a[', from: 'b' }],
      script: script('return record +;'),
    };

    const { data } = await api.request('POST', `/v1/integrations/${id}/validate`, { body: { definition } });

    expect((data['errors'] as { path: string }[]).map(({ path }) => path).toSorted()).toEqual([
      'mapping[0].to',
      'script.source',
    ]);
  });

  it('runs scripts in previews, outside of its own process', async () => {
    const body = `
      if (record.vendorProject === 'nobody') return null;
      if (record.vendorProject === 'loop') for (;;);
      if (record.vendorProject === 'escape') return { cveID: constructor.constructor('return process.env')() };
      return { ...record, vendorProject: record.vendorProject.toUpperCase() + ' ' + ctx.key };`;
    const { id } = await addIntegration(api, { script: script(body) });
    const records = ['Acme', 'nobody', 'loop', 'escape'].map((vendorProject, n) => ({
      cveID: `CVE-2026-000${n}`,
      vendorProject,
    }));

    const { data } = await api.request('POST', `/v1/integrations/${id}/preview`, { body: { records } });

    expect(data).toMatchObject([
      { outcome: 'mapped', mapped: { cve_id: 'CVE-2026-0000', vendor: 'ACME CVE-2026-0000' } },
      { outcome: 'filtered' },
      { outcome: 'failed', errors: [{ code: 'script_failed', message: 'It did not end within its time.' }] },
      { outcome: 'failed', errors: [{ code: 'script_failed', message: expect.stringContaining('not defined') }] },
    ]);
  });

  it('tells where the script of an unsaved definition breaks at its top', async () => {
    const early = { language: 'javascript', source: 'if (Date.now() > 0) null.x;\nexport default (record) => record;' };
    const { id } = await addIntegration(api);
    const definition = { ...(await makeFlow(api)), script: early };

    const { status, error } = await api.request('POST', `/v1/integrations/${id}/preview`, {
      body: { definition, records: [{ cveID: 'CVE-2026-0001' }] },
    });

    expect([status, error?.details.errors]).toMatchObject([
      400,
      [{ path: 'definition.script.source', code: 'invalid_script', message: expect.stringContaining('line 1') }],
    ]);
  });

  it('shows the script among the steps of the workflow, and warns of what it may change', async () => {
    const { id } = await addIntegration(api, { script: script('return record;') });

    const { list } = await api.request('GET', '/v1/workflows?per_page=100');
    const { data } = await api.request('POST', `/v1/integrations/${id}/validate`);

    const components = list.find((workflow) => workflow['integration_id'] === id)?.['components'];
    expect((components as { kind: string; type?: string }[]).map(({ kind, type }) => type ?? kind)).toEqual([
      'manual',
      'action',
      'script',
      'mapping',
      'action',
      'error_handler',
    ]);
    expect(data['warnings']).toMatchObject([{ code: 'may_collide', message: expect.stringContaining('script') }]);
  });
});
