import { beforeAll, describe, expect, it } from 'vitest';
import { type Visitor } from './browser.ts';
import { serveApi } from './served-api.ts';
import { useDashboard } from './use-dashboard.ts';
import { startTimeoutMs } from '../harness/people-hub.ts';

const pageTimeoutMs = 90_000;
const web = useDashboard(serveApi);
let integration: string;

async function make(path: string, body: object, key = web.place.api.organization.api_key): Promise<string> {
  const { data, error } = await web.place.api.request('POST', path, { body, key });
  if (error !== undefined) throw new Error(`${path}: ${JSON.stringify(error)}`);
  return data.id;
}

/** Differences as they are read: what happened, to what, before and after. */
async function readDifferences({ page }: Visitor): Promise<string[]> {
  const items = page.locator('.columns .diff > li');
  await items.first().waitFor();
  const all = await items.all();
  return Promise.all(
    all.map(async (item) => (await item.locator('.badge, strong, del, ins').allTextContents()).join(' | ')),
  );
}

describe.skipIf(web.isAbsent)('test/web/revisions', () => {
  beforeAll(async () => {
    const feed = await make('/v1/connections', { name: 'Feed', service_type: 'cisa_kev', credentials: {} });
    const table = await make('/v1/connections', {
      name: 'Warehouse',
      service_type: 'postgres',
      config: { host: 'db.example.com', database: 'hub' },
      credentials: { user: 'hub', password: 'of a test' },
    });
    const target = { connection_id: table, object: 'public.kev', operation: 'upsert', match_on: ['id'] };
    integration = await make('/v1/integrations', {
      name: 'Weaknesses',
      source: { connection_id: feed, object: 'vulnerabilities' },
      target,
      mapping: [
        { to: 'id', from: 'cveID', required: true },
        { to: 'name', from: 'vulnerabilityName' },
        { to: 'vendor', from: 'vendorProject' },
      ],
    });
    const { data: key } = await web.place.api.request('POST', '/v1/api-keys', {
      body: { name: 'Grace', scopes: ['integrations:write', 'connections:use', 'connections:read'] },
    });
    const asGrace = { key: String(key['secret']) };
    for (const body of [
      {
        mapping: [
          { to: 'id', from: 'cveID', required: true },
          { to: 'name', formula: 'upper(vulnerabilityName)' },
          { to: 'seen', from: 'dateAdded', convert: 'date' },
        ],
      },
      { target: { ...target, operation: 'update' }, concurrency: 'skip' },
    ]) {
      const { error } = await web.place.api.request('PUT', `/v1/integrations/${integration}`, { ...asGrace, body });
      if (error !== undefined) throw new Error(JSON.stringify(error));
    }
  }, startTimeoutMs);

  it(
    'compares any two revisions rule by rule, and says who made them',
    async () => {
      const { page } = web.person;
      await web.person.visit(`/integrations/${integration}?tab=revisions&revision=2`);
      expect(await readDifferences(web.person)).toEqual([
        'Changed | name | vulnerabilityName | = upper(vulnerabilityName)',
        'Added | seen | dateAdded, as date',
        'Removed | vendor | vendorProject',
      ]);
      await page.getByLabel('From revision').selectOption('1');
      await page.getByLabel('To revision').selectOption('3');
      await page.getByText('5 differences').waitFor();
      expect(await readDifferences(web.person)).toEqual(
        expect.arrayContaining(['Changed | Operation | upsert | update', 'Changed | Concurrency | queue | skip']),
      );
      await page.locator('.facts', { hasText: 'Revision 3' }).getByText('Grace').waitFor();
      const { searchParams } = new URL(page.url());
      expect([searchParams.get('against'), searchParams.get('revision')]).toEqual(['1', '3']);
      expect(await web.person.findBarriers()).toEqual([]);
      await page.reload();
      await page.getByText('5 differences').waitFor();
    },
    pageTimeoutMs,
  );

  it(
    'restores an earlier revision as a new one, and keeps all that were there',
    async () => {
      const { page } = web.person;
      await web.person.visit(`/integrations/${integration}?tab=revisions&revision=3&against=1`);
      await page.getByRole('button', { name: 'Restore revision 1' }).click();
      expect(await web.person.findBarriers()).toEqual([]);
      await page.getByRole('button', { name: 'Restore it' }).click();
      await page.getByText('Revision 1 is restored').waitFor();
      await page.locator('.card', { hasText: 'Revisions' }).getByText('Revision 4').first().waitFor();
      const { data: now } = await web.place.api.request('GET', `/v1/integrations/${integration}`);
      const { data: first } = await web.place.api.request('GET', `/v1/integrations/${integration}/revisions/1`);
      const { data: newest } = await web.place.api.request('GET', `/v1/integrations/${integration}/revisions/4`);

      expect([now['revision'], newest['definition']]).toEqual([4, first['definition']]);
      await page.getByLabel('To revision').selectOption('4');
      await page.getByText('Nothing of the flow differs.').waitFor();
      expect(web.person.faults).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'says which revision runs use, and lets them use another one, before and after it is activated',
    async () => {
      const { page } = web.person;
      const path = `/v1/integrations/${integration}`;
      const readUsed = async (): Promise<unknown> => (await web.place.api.request('GET', path)).data['active_revision'];
      await web.person.visit(`/integrations/${integration}?tab=revisions`);
      await page.getByRole('button', { name: 'Use revision 1' }).click();
      expect(await web.person.findBarriers()).toEqual([]);
      await page.getByRole('button', { name: 'Use it' }).click();
      await page.getByRole('link', { name: 'runs use revision 1' }).waitFor();
      await page.locator('.steps li', { hasText: 'Revision 1' }).getByText('In use').waitFor();
      const back = await readUsed();
      await page.getByRole('button', { name: 'Activate' }).click();
      await page.locator('.page-head .badge', { hasText: 'Active' }).waitFor();
      await page.getByRole('link', { name: 'runs use revision 1' }).waitFor();
      const activated = await readUsed();
      await page.getByRole('link', { name: 'Revision 3' }).click();
      await page.getByRole('button', { name: 'Restore revision 3' }).click();
      await page.getByRole('button', { name: 'Restore it' }).click();
      await page.getByText('Revision 3 is restored').waitFor();
      await page.getByRole('link', { name: 'runs use revision 1' }).waitFor({ state: 'detached' });

      expect([back, activated, await readUsed()]).toEqual([1, 1, 5]);
      expect(web.person.faults).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'fits a telephone of 360 px in the dark',
    async () => {
      const phone = await web.open({
        key: web.place.api.organization.api_key,
        width: 360,
        height: 740,
        dark: true,
      });
      await phone.visit(`/integrations/${integration}?tab=revisions&revision=3&against=1`);
      await readDifferences(phone);
      expect(await phone.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      expect([phone.faults, await phone.findBarriers()]).toEqual([[], []]);
      await phone.context.close();
    },
    pageTimeoutMs,
  );
});
