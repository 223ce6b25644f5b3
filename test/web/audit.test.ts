import { readFile } from 'node:fs/promises';
import type { Download } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { actOnAudit } from '../api/audit-acts.ts';
import { addMember, goodPassword } from '../api/people-acts.ts';
import { type Visitor } from './browser.ts';
import { serveApi } from './served-api.ts';
import { useDashboard } from './use-dashboard.ts';
import { startTimeoutMs } from '../harness/people-hub.ts';

const pageTimeoutMs = 90_000;
const email = 'ada@example.com';
const web = useDashboard(serveApi, { as: 'nobody' });
let acts: Awaited<ReturnType<typeof actOnAudit>>;
/** Made and renamed by the key that is called `Night shift`. */
let connection: string;

async function signIn({ page }: Visitor): Promise<void> {
  await page.goto(`${web.place.url}/app/audit`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(goodPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
}

const rows = ({ page }: Visitor): Promise<string[]> =>
  page.getByRole('group', { name: 'Audit events' }).locator('.row-link').allTextContents();

async function read(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

async function exportAs({ page }: Visitor, format: RegExp): Promise<{ name: string; lines: string[] }> {
  await page.getByRole('button', { name: 'Export…' }).click();
  await page.getByLabel(format).check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  await page.locator('.dialog').waitFor({ state: 'detached' });
  return { name: download.suggestedFilename(), lines: (await read(download)).trimEnd().split(/\r?\n/) };
}

describe.skipIf(web.isAbsent)('test/web/audit', () => {
  beforeAll(async () => {
    const { api } = web.place;
    acts = await actOnAudit(api);
    await addMember(api, email, [{ role: 'auditor' }]);
    const { data: key } = await api.request('POST', '/v1/api-keys', {
      body: { name: 'Night shift', scopes: ['connections:write'] },
    });
    const asKey = { key: String(key['secret']) };
    const { data: made } = await api.request('POST', '/v1/connections', {
      ...asKey,
      body: { name: 'Feed', service_type: 'cisa_kev', credentials: {} },
    });
    connection = made.id;
    await api.request('PUT', `/v1/connections/${connection}`, { ...asKey, body: { name: '=Feed, renamed' } });
    await signIn(web.person);
    await acts.seal();
  }, startTimeoutMs);

  it(
    'finds what a program did by its name, by what it was done to and by day, and keeps that in the address',
    async () => {
      const { page } = web.person;
      await web.person.walk('/audit');
      const all = (await rows(web.person)).length;
      await page.getByLabel('Who', { exact: true }).selectOption({ label: 'Night shift' });
      await expect.poll(() => rows(web.person)).toEqual(['Connection updated', 'Connection created']);
      await page.getByLabel('What', { exact: true }).selectOption({ label: 'Connection created' });
      await expect.poll(() => rows(web.person)).toEqual(['Connection created']);
      await page.getByLabel('Done to', { exact: true }).selectOption({ label: 'API key' });
      await page.getByText('No event is like this').waitFor();
      await page.getByRole('link', { name: 'Show all' }).first().click();
      await expect.poll(async () => (await rows(web.person)).length).toBe(all);

      // UTC is the zone of the visitor, and may have changed its day meanwhile.
      const day = (plus: number): string => new Date(Date.now() + plus * 86_400_000).toISOString().slice(0, 10);
      await page.getByLabel('From', { exact: true }).fill(day(2));
      await page.getByText('No event is like this').waitFor();
      await page.getByLabel('From', { exact: true }).fill(day(-1));
      await page.getByLabel('To', { exact: true }).fill(day(1));
      await expect.poll(async () => (await rows(web.person)).length).toBe(all);
      const { searchParams } = new URL(page.url());
      expect([searchParams.get('from'), searchParams.get('to')]).toEqual([day(-1), day(1)]);
      await page.reload();
      await expect.poll(async () => (await rows(web.person)).length).toBe(all);
      expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe(day(1));
      expect(await web.person.findBarriers()).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'opens an event with what changed, at an address of its own that leads on to all that was done to the same thing',
    async () => {
      const { page } = web.person;
      await web.person.walk('/audit?action=connection.updated');
      await page.getByRole('link', { name: 'Connection updated' }).click();
      const dialog = page.getByRole('dialog', { name: 'Connection updated' });
      await dialog.locator('del', { hasText: 'Feed' }).waitFor();
      await dialog.locator('ins', { hasText: '=Feed, renamed' }).waitFor();
      await dialog.getByText('Night shift').waitFor();
      expect(await web.person.findBarriers()).toEqual([]);
      await page.reload();
      await dialog.getByText('As number').waitFor();
      await dialog.getByRole('link', { name: 'All that was done to it' }).click();
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => rows(web.person)).toEqual(['Connection updated', 'Connection created']);
      expect(new URL(page.url()).searchParams.get('resource_id')).toBe(connection);
    },
    pageTimeoutMs,
  );

  it(
    'exports what the filters show as a table with names, and all of it as lines that can be verified elsewhere',
    async () => {
      await web.person.walk(`/audit?resource_id=${connection}`);
      const table = await exportAs(web.person, /^Table/);
      await web.person.walk('/audit');
      const all = (await rows(web.person)).length;
      const lines = await exportAs(web.person, /^Lines/);

      expect(table.name).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
      expect(table.lines[0]).toMatch(/^number,at,who,actor,action,/);
      expect(table.lines.slice(1).map((line) => line.split(',')[4])).toEqual([
        'connection.created',
        'connection.updated',
      ]);
      expect(table.lines[2]).toContain(',Night shift,key_');
      expect(JSON.parse(lines.lines[0] ?? '')).toHaveProperty('checkpoint.signature');
      expect(lines.lines.length).toBe(all + 1);
    },
    pageTimeoutMs,
  );

  it(
    'shows on the page what a verification found, and gives its checkpoint to keep elsewhere',
    async () => {
      const { page } = web.person;
      await web.person.walk('/audit');
      await page.getByRole('button', { name: 'Verify the chain' }).click();
      await page.getByText('The log is intact').waitFor();
      expect(await web.person.findBarriers()).toEqual([]);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Keep the checkpoint' }).click(),
      ]);
      expect(JSON.parse(await read(download))).toHaveProperty('key_id');

      await web.place.api.admin`update audit_events set address = '203.0.113.9' where sequence = 2`;
      await page.getByRole('button', { name: 'Verify the chain' }).click();
      await page.getByText('The log was changed').waitFor();
      expect(await web.person.findBarriers()).toEqual([]);
      expect(web.person.faults.filter((fault) => !/status of 401/.test(fault))).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'fits a telephone of 360 px in the dark, with an event open as well',
    async () => {
      const { api } = web.place;
      const phone = await web.open({
        key: api.organization.api_key,
        width: 360,
        height: 740,
        dark: true,
      });
      for (const path of ['/audit?from=2026-01-01', `/audit?event=${await firstEvent()}`]) {
        await phone.visit(path);
        const overflow = await phone.page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect([path, overflow, await phone.findBarriers()]).toEqual([path, 0, []]);
      }
      expect(phone.faults).toEqual([]);
      await phone.context.close();
    },
    pageTimeoutMs,
  );
});

async function firstEvent(): Promise<string> {
  const { list } = await web.place.api.request('GET', '/v1/audit-events?action=connection.updated');
  return String(list[0]?.['id']);
}
