import { readFile } from 'node:fs/promises';
import type { Browser, Download } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnAudit } from '../api/audit-acts.ts';
import { addMember, goodPassword } from '../api/people-acts.ts';
import { findChromium, openBrowser, openVisitor, type Visitor } from './browser.ts';
import { type ServedApi, serveApi } from './served-api.ts';

const pageTimeoutMs = 90_000;
const hasBrowser = findChromium() !== undefined;
const email = 'ada@example.com';
let served: ServedApi;
let acts: Awaited<ReturnType<typeof actOnAudit>>;
let browser: Browser;
let auditor: Visitor;
/** Made and renamed by the key that is called `Night shift`. */
let connection: string;

beforeAll(async () => {
  if (!hasBrowser) return;
  [served, browser] = await Promise.all([serveApi(), openBrowser()]);
  const { api } = served;
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
  auditor = await openVisitor(browser, served.url);
  await signIn(auditor);
  await acts.seal();
}, pageTimeoutMs);

afterAll(async () => {
  if (!hasBrowser) return;
  await browser.close();
  await acts.close();
  await served.stop();
});

async function signIn({ page }: Visitor): Promise<void> {
  await page.goto(`${served.url}/app/audit`);
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

describe.skipIf(!hasBrowser)('test/web/audit', () => {
  it(
    'finds what a program did by its name, by what it was done to and by day, and keeps that in the address',
    async () => {
      const { page } = auditor;
      await auditor.visit('/audit');
      const all = (await rows(auditor)).length;
      await page.getByLabel('Who', { exact: true }).selectOption({ label: 'Night shift' });
      await expect.poll(() => rows(auditor)).toEqual(['Connection updated', 'Connection created']);
      await page.getByLabel('What', { exact: true }).selectOption({ label: 'Connection created' });
      await expect.poll(() => rows(auditor)).toEqual(['Connection created']);
      await page.getByLabel('Done to', { exact: true }).selectOption({ label: 'API key' });
      await page.getByText('No event is like this').waitFor();
      await page.getByRole('link', { name: 'Show all' }).first().click();
      await expect.poll(async () => (await rows(auditor)).length).toBe(all);

      // UTC is the zone of the visitor, and may have changed its day meanwhile.
      const day = (plus: number): string => new Date(Date.now() + plus * 86_400_000).toISOString().slice(0, 10);
      await page.getByLabel('From', { exact: true }).fill(day(2));
      await page.getByText('No event is like this').waitFor();
      await page.getByLabel('From', { exact: true }).fill(day(-1));
      await page.getByLabel('To', { exact: true }).fill(day(1));
      await expect.poll(async () => (await rows(auditor)).length).toBe(all);
      const { searchParams } = new URL(page.url());
      expect([searchParams.get('from'), searchParams.get('to')]).toEqual([day(-1), day(1)]);
      await page.reload();
      await expect.poll(async () => (await rows(auditor)).length).toBe(all);
      expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe(day(1));
      expect(await auditor.findBarriers()).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'opens an event with what changed, at an address of its own that leads on to all that was done to the same thing',
    async () => {
      const { page } = auditor;
      await auditor.visit('/audit?action=connection.updated');
      await page.getByRole('link', { name: 'Connection updated' }).click();
      const dialog = page.getByRole('dialog', { name: 'Connection updated' });
      await dialog.locator('del', { hasText: 'Feed' }).waitFor();
      await dialog.locator('ins', { hasText: '=Feed, renamed' }).waitFor();
      await dialog.getByText('Night shift').waitFor();
      expect(await auditor.findBarriers()).toEqual([]);
      await page.reload();
      await dialog.getByText('As number').waitFor();
      await dialog.getByRole('link', { name: 'All that was done to it' }).click();
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => rows(auditor)).toEqual(['Connection updated', 'Connection created']);
      expect(new URL(page.url()).searchParams.get('resource_id')).toBe(connection);
    },
    pageTimeoutMs,
  );

  it(
    'exports what the filters show as a table with names, and all of it as lines that can be verified elsewhere',
    async () => {
      await auditor.visit(`/audit?resource_id=${connection}`);
      const table = await exportAs(auditor, /^Table/);
      await auditor.visit('/audit');
      const all = (await rows(auditor)).length;
      const lines = await exportAs(auditor, /^Lines/);

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
      const { page } = auditor;
      await auditor.visit('/audit');
      await page.getByRole('button', { name: 'Verify the chain' }).click();
      await page.getByText('The log is intact').waitFor();
      expect(await auditor.findBarriers()).toEqual([]);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Keep the checkpoint' }).click(),
      ]);
      expect(JSON.parse(await read(download))).toHaveProperty('key_id');

      await served.api.admin`update audit_events set address = '203.0.113.9' where sequence = 2`;
      await page.getByRole('button', { name: 'Verify the chain' }).click();
      await page.getByText('The log was changed').waitFor();
      expect(await auditor.findBarriers()).toEqual([]);
      expect(auditor.faults.filter((fault) => !/status of 401/.test(fault))).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'fits a telephone of 360 px in the dark, with an event open as well',
    async () => {
      const { api } = served;
      const phone = await openVisitor(browser, served.url, {
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
  const { list } = await served.api.request('GET', '/v1/audit-events?action=connection.updated');
  return String(list[0]?.['id']);
}
