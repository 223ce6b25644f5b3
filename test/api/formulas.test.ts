import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addIntegration, makeFlow } from './flows.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

const key = { to: 'cve_id', from: 'cveID' };

async function makeSource(filter: string): Promise<{ source: object }> {
  const flow = await makeFlow(api);
  return { source: { ...Object(flow['source']), filter } };
}

describe('test/api/formulas', () => {
  it('checks formulas and filters against the fields of the source when they are saved', async () => {
    const flow = await makeFlow(api);
    const body = {
      name: 'Misspelled',
      ...flow,
      source: { ...Object(flow['source']), filter: 'vendorProjct == "Acme"' },
      mapping: [key, { to: 'vendor', formula: 'upper(product' }, { to: 'due', formula: 'dueDate + 1' }],
    };

    const { status, error } = await api.request('POST', '/v1/integrations', { body });

    expect(status).toBe(400);
    expect(error.details.errors).toEqual([
      {
        path: 'source.filter',
        code: 'invalid_formula',
        message: 'Unknown field `vendorProjct` (line 1, column 1). Did you mean `vendorProject`?',
        allowed: ['vendorProject'],
      },
      {
        path: 'mapping[1].formula',
        code: 'invalid_formula',
        message: 'Expected `,` or `)`, found the end (line 1, column 14).',
      },
      {
        path: 'mapping[2].formula',
        code: 'invalid_formula',
        message:
          '`+` does not accept text and number; use `string(…)` to convert a value to text, or `concat(…)` to join values (line 1, column 9).',
      },
    ]);
  });

  it('checks the parts of a draft, too', async () => {
    const { source } = await makeSource('nothing(');

    const { error } = await api.request('POST', '/v1/integrations', { body: { name: 'Draft', source } });

    expect(error.details.errors).toMatchObject([{ path: 'source.filter', code: 'invalid_formula' }]);
  });

  it('warns of what is probably a mistake', async () => {
    const mapping = [key, { to: 'noted', formula: 'has({"note": notes}.nots)' }];
    const { id } = await addIntegration(api, { mapping });

    const { data } = await api.request('POST', `/v1/integrations/${id}/validate`);

    expect(data).toMatchObject({
      valid: true,
      warnings: [{ path: 'mapping[1].formula', code: 'doubtful_formula', allowed: ['note'] }],
    });
  });

  it('maps and filters by formulas', async () => {
    const mapping = [
      key,
      { to: 'vendor', formula: 'title(vendorProject ?? "none")' },
      { to: 'weeks', formula: 'daysBetween(dateAdded, dueDate) / 7' },
      { to: 'seen', formula: 'now() > timestamp("2020-01-01T00:00:00Z")' },
    ];
    const { id } = await addIntegration(api, { mapping, ...(await makeSource('cwes.exists(c, c == "CWE-79")')) });
    const dates = { dateAdded: '2026-01-01', dueDate: '2026-01-22' };
    const records = [
      { cveID: 'CVE-1', vendorProject: 'ACME corp', cwes: ['CWE-79'], ...dates },
      { cveID: 'CVE-2', vendorProject: 'Other', cwes: ['CWE-20'], ...dates },
      { cveID: 'CVE-3', ...dates },
      { cveID: 'CVE-4', cwes: ['CWE-79'], ...dates, dueDate: 'soon' },
      { cveID: 'CVE-5', cwes: 'CWE-79', ...dates },
    ];

    const { list } = await api.request('POST', `/v1/integrations/${id}/preview`, { body: { records } });

    expect(list).toMatchObject([
      { outcome: 'mapped', mapped: { cve_id: 'CVE-1', vendor: 'Acme Corp', weeks: 3, seen: true } },
      { outcome: 'filtered' },
      { outcome: 'filtered' },
      { outcome: 'failed', errors: [{ code: 'formula_failed', field: 'weeks' }] },
      { outcome: 'failed', errors: [{ code: 'filter_failed' }] },
    ]);
  });
});
