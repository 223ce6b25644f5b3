import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toUuid } from '../../core/ids.ts';
import { addIntegration } from '../api/flows.ts';
import { type Answer, startTestApi, type TestApi } from '../api/harness.ts';
import { fillLists } from '../harness/database/fill-lists.ts';

const runs = 10_250;

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  await addIntegration(api);
  const orgId = toUuid('organization', api.organization.organization_id) ?? '';
  await fillLists(api.admin, orgId, { runs, auditEvents: 10, items: 250, integrations: 10_100, others: 250 });
  await api.admin`
    insert into accounts (org_id, id, name, status)
    select ${orgId}, uuidv7(), 'More ' || i, 'pending' from generate_series(1, 10050) as i`;
  await api.admin`analyze`;
});

afterAll(() => api.close());

const get = (path: string): Promise<Answer> => api.request('GET', `/v1${path}`);

function linkOf(answer: Answer, relation: string): string | undefined {
  const link = (answer.headers.get('link') ?? '').split(', ').find((text) => text.endsWith(`rel="${relation}"`));
  return /<(.*)>/.exec(link ?? '')?.[1];
}

describe('test/integration/deep-lists', () => {
  it('counts a list as far as page numbers reach', async () => {
    expect((await get('/runs')).meta).toEqual({ page: 1, per_page: 100, total: 10_000, total_is_exact: false });
    expect((await get('/runs?status=canceled')).meta).toEqual({ page: 1, per_page: 100, total: 102 });
    expect((await get('/integrations')).meta).toMatchObject({ total: 10_000, total_is_exact: false });
    expect((await get('/workflows')).meta).toMatchObject({ total: 10_000, total_is_exact: false });
    expect((await get('/limits')).data['lists']).toMatchObject({ rows: 10_000 });
  });

  it('counts the runs of integrations that most of them are, to the end and from a place on', async () => {
    const first = await get('/runs?q=INTEGR&per_page=1');
    const rest = await get(`/runs?q=integr&after=${String(first.list[0]?.id)}`);
    const none = await get('/runs?q=integr&created_before=2000-01-01T00:00:00Z');
    const succeeded = await get('/runs?q=integr&status=succeeded');

    expect([first, rest, none, succeeded].map(({ meta }) => meta?.total)).toEqual([9224, 9223, 0, 9224]);
    expect((await get('/runs?q=busy')).meta).toMatchObject({ total: 1026 });
  });

  it('counts and pages through all accounts, as the specification wants it', async () => {
    const { meta, list } = await get('/accounts?page=103&per_page=100');

    expect([meta, list.length]).toEqual([{ page: 103, per_page: 100, total: 10_301 }, 100]);
  });

  it('refuses a page that is deeper, and names the id to go on after', async () => {
    const deepest = await get('/runs?page=100');
    const { status, error } = await get('/runs?page=101');
    const followed = await get(`/runs?after=${String(error.details['after'])}`);

    expect([status, error.code, error.details.errors[0]]).toEqual([
      400,
      'invalid_request',
      expect.objectContaining({ path: 'query.page', code: 'page_too_deep' }),
    ]);
    expect(error.details['after']).toBe(deepest.list.at(-1)?.id);
    expect(followed.meta).toEqual({ page: 1, per_page: 100, total: runs + 1 - 10_000 });
    expect((await get('/lookup-tables?page=102')).status).toBe(400);
  });

  it.each(['/runs', '/integrations', '/integrations?sort=-name', '/workflows'])(
    'links %s from its deepest pages to its very end, each record once',
    async (path) => {
      const ids: unknown[] = [];
      const relations = new Set<boolean>();
      const start = `/v1${path}${path.includes('?') ? '&' : '?'}page=99`;
      for (let next: string | undefined = start; next !== undefined;) {
        const answer: Answer = await api.request('GET', next);
        ids.push(...answer.list.map(({ id }) => id));
        relations.add(linkOf(answer, 'last') === undefined);
        next = linkOf(answer, 'next');
      }

      expect(ids.length).toBeGreaterThanOrEqual(10_100 - 9800);
      expect(new Set(ids).size).toBe(ids.length);
      expect(relations).toContain(true);
    },
  );

  it('refuses to walk by name from a record that is gone', async () => {
    const gone = (await api.request('POST', '/v1/lookup-tables', { body: { name: 'Gone' } })).data.id;
    const walk = `/lookup-tables?sort=name&after=${gone}`;
    const before = await get(walk);
    await api.request('DELETE', `/v1/lookup-tables/${gone}`);
    const after = await get(walk);

    expect([before.status, before.list.length > 0]).toEqual([200, true]);
    expect([after.status, after.error.details.errors[0]?.code]).toEqual([400, 'cursor_gone']);
    expect((await get(`/lookup-tables?after=${gone}`)).status).toBe(200);
  });
});
