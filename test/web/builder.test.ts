import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addIntegration } from '../api/flows.ts';
import { addMember, goodPassword } from '../api/people-acts.ts';
import { makeCliFolder } from '../cli/harness.ts';
import { settle, type Visitor } from './browser.ts';
import { serveApi } from './served-api.ts';
import { useDashboard } from './use-dashboard.ts';
import { startTimeoutMs } from '../harness/people-hub.ts';

const pageTimeoutMs = 90_000;
const email = 'ada@example.com';

const web = useDashboard(serveApi, { as: 'nobody' });
let integration: string;
/** The same person, in two browsers. */
let home: Visitor;

async function signIn(visitor: Visitor): Promise<void> {
  // No worker is here to read samples: what waits for one holds the few connections of a browser back.
  await visitor.page.route('**/objects/*/records?*', (route) => route.fulfill({ json: { data: [] } }));
  await visitor.page.goto(`${web.place.url}/app/`);
  await visitor.page.getByLabel('E-mail address').fill(email);
  await visitor.page.getByLabel('Password').fill(goodPassword);
  await visitor.page.getByRole('button', { name: 'Sign in' }).click();
  await visitor.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await settle(visitor.page);
}

const nameField = ({ page }: Visitor) => page.getByRole('textbox', { name: 'Name', exact: true });
async function open(visitor: Visitor): Promise<void> {
  await visitor.page.goto(`${web.place.url}/app/integrations/${integration}/build?part=settings`);
  await nameField(visitor).waitFor();
}

const isKept = ({ page }: Visitor): Promise<void> => page.getByText('Not saved, kept on the hub').waitFor();

async function readName(): Promise<unknown> {
  return (await web.place.api.request('GET', `/v1/integrations/${integration}`)).data['name'];
}

async function rename(name: string): Promise<void> {
  await web.place.api.request('PUT', `/v1/integrations/${integration}`, { body: { name } });
}

/** Holds the next request of a method back, until it is released. */
async function hold(page: Page, url: string, method: string): Promise<{ asked: Promise<void>; release: () => void }> {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const wait = async (route: Route): Promise<void> => {
    if (route.request().method() !== method) return route.continue();
    asked.resolve();
    await released.promise;
    await route.continue();
    return page.unroute(url, wait);
  };
  await page.route(url, wait);
  return { asked: asked.promise, release: released.resolve };
}

describe.skipIf(web.isAbsent)('test/web/builder', () => {
  beforeAll(async () => {
    await addMember(web.place.api, email, [{ role: 'builder' }]);
    integration = (await addIntegration(web.place.api, { name: 'Joiners' })).id;
    await signIn(web.person);
    home = await web.open();
    await signIn(home);
  }, startTimeoutMs);

  it(
    'goes on in another browser with what was not saved, and lists it there',
    async () => {
      await open(web.person);
      await nameField(web.person).fill('Joiners of today');
      await isKept(web.person);

      await home.visit('/integrations');
      const list = home.page.getByRole('region', { name: 'Your unsaved work' });
      await list.getByRole('link', { name: 'Joiners' }).waitFor();
      expect(await home.findBarriers()).toEqual([]);
      await list.getByRole('link', { name: 'Joiners' }).click();
      await home.page.getByText('Joiners of today').first().waitFor();
      await isKept(home);
      expect(await readName()).toBe('Joiners');
    },
    pageTimeoutMs,
  );

  it(
    'compares what one person did in two browsers, and loses nothing of either',
    async () => {
      await open(home);
      await nameField(home).fill('Joiners of home');
      await isKept(home);
      await nameField(web.person).fill('Joiners of the office');
      const { page } = web.person;
      await page.getByText('You went on with this in another browser.').waitFor();
      await page.getByRole('button', { name: 'Compare' }).click();
      const dialog = page.getByRole('dialog');
      expect(await web.person.findBarriers()).toEqual([]);
      expect(await dialog.locator('.three pre').allTextContents()).toEqual([
        '"Joiners"',
        '"Joiners of the office"',
        '"Joiners of home"',
      ]);
      await dialog.getByRole('radio', { name: 'The other one' }).check();
      await dialog.getByRole('button', { name: 'Go on with both' }).click();
      expect(await nameField(web.person).inputValue()).toBe('Joiners of home');
      await isKept(web.person);
    },
    pageTimeoutMs,
  );

  it(
    'shows nothing of it any more once it is saved, in either browser',
    async () => {
      await web.person.page.getByRole('button', { name: 'Save', exact: true }).click();
      await web.person.page.getByText('Saved', { exact: true }).first().waitFor();
      expect(await readName()).toBe('Joiners of home');
      const listed = async (): Promise<number> => {
        await home.visit('/integrations');
        return home.page.getByRole('region', { name: 'Your unsaved work' }).count();
      };
      await expect.poll(listed, { timeout: 20_000 }).toBe(0);
      await open(home);
      await home.page.getByText('Saved', { exact: true }).first().waitFor();
      expect(await nameField(home).inputValue()).toBe('Joiners of home');
    },
    pageTimeoutMs,
  );

  it(
    'discards it from the list, for every browser',
    async () => {
      await open(web.person);
      await nameField(web.person).fill('Never mind');
      await isKept(web.person);
      await home.visit('/integrations');
      await home.page.getByRole('button', { name: 'Discard the work on Joiners of home' }).click();
      await home.page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
      await home.page.getByRole('region', { name: 'Your unsaved work' }).waitFor({ state: 'detached' });
      await open(web.person);
      await web.person.page.getByText('Saved', { exact: true }).first().waitFor();

      expect(await nameField(web.person).inputValue()).toBe('Joiners of home');
    },
    pageTimeoutMs,
  );

  it(
    'keeps what is typed while a save is under way',
    async () => {
      await open(web.person);
      const { page } = web.person;
      const held = await hold(page, `**/v1/integrations/${integration}`, 'PUT');
      await nameField(web.person).fill('Joiners of spring');
      await page.keyboard.press('Control+s');
      await held.asked;
      await nameField(web.person).fill('Joiners of summer');
      held.release();
      await page.getByText('Saved', { exact: true }).first().waitFor();
      await isKept(web.person);

      expect(await nameField(web.person).inputValue()).toBe('Joiners of summer');
      expect(await readName()).toBe('Joiners of spring');
      await page.keyboard.press('Control+s');
      await expect.poll(readName).toBe('Joiners of summer');
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    },
    pageTimeoutMs,
  );

  it(
    'shows what a colleague saved, while nothing is changed',
    async () => {
      await web.person.visit(`/integrations/${integration}`);
      await rename('Joiners of autumn');
      await web.person.page.getByRole('link', { name: 'Edit', exact: true }).click();
      await web.person.page.getByRole('link', { name: 'Behaviour' }).click();
      await expect.poll(() => nameField(web.person).inputValue()).toBe('Joiners of autumn');
      await nameField(web.person).fill('Joiners of winter');
      await isKept(web.person);

      expect(await web.person.page.getByText('Somebody else saved this meanwhile.').count()).toBe(0);
      await web.person.page.keyboard.press('Control+s');
      await expect.poll(readName).toBe('Joiners of winter');
    },
    pageTimeoutMs,
  );

  it(
    'knows its own work on the hub, where the answer was lost with the page',
    async () => {
      await open(web.person);
      const { page } = web.person;
      const drafts = `**/v1/me/integration-drafts/${integration}`;
      await nameField(web.person).fill('Joiners once');
      await isKept(web.person);
      const stored = new Promise<void>((resolve) => {
        void page.route(drafts, async (route) => {
          if (route.request().method() !== 'PUT') return route.continue();
          await route.fetch();
          resolve();
        });
      });
      await nameField(web.person).fill('Joiners twice');
      await stored;
      await nameField(web.person).fill('Joiners thrice');
      await page.reload();
      await page.unroute(drafts);
      await isKept(web.person);

      expect(await page.getByText('You went on with this in another browser.').count()).toBe(0);
      expect(await nameField(web.person).inputValue()).toBe('Joiners thrice');
      await page.keyboard.press('Control+s');
      await expect.poll(readName).toBe('Joiners thrice');
    },
    pageTimeoutMs,
  );

  it(
    'shows an integration as the file that `hub apply` takes, by which nothing would change',
    async () => {
      const folder = await makeCliFolder({ HUB_URL: web.place.url, HUB_API_KEY: web.place.key });
      const { page } = home;
      await page.goto(`${web.place.url}/app/integrations/${integration}?tab=definition`);
      const code = page.getByRole('region', { name: 'The definition' });
      await code.waitFor();
      expect(await home.findBarriers()).toEqual([]);
      const read = async (): Promise<string> => (await code.textContent()) ?? '';
      expect(await read()).toContain('connection_id: ${connection:Feed}');
      await writeFile(join(folder.path, 'joiners.yaml'), await read());
      await page.getByRole('button', { name: 'JSON', exact: true }).click();
      await writeFile(join(folder.path, 'joiners.json'), await read());
      const looked = await Promise.all(
        ['joiners.yaml', 'joiners.json'].map((file) => folder.run(['apply', '-f', file, '--dry-run'])),
      );

      expect(looked.map(({ code: ending, err }) => [ending, err.split('\n').at(-2)])).toEqual([
        [0, '0 to create, 0 to change, 0 to delete, 1 unchanged.'],
        [0, '0 to create, 0 to change, 0 to delete, 1 unchanged.'],
      ]);
      await folder.remove();
    },
    pageTimeoutMs,
  );

  it(
    'does by the palette what the text says at Enter, also before the hub has answered',
    async () => {
      await addIntegration(web.place.api, { name: 'Alpha orders' });
      await addIntegration(web.place.api, { name: 'Beta orders' });
      const { page } = home;
      await home.visit('/');
      await page.keyboard.press('Control+k');
      const search = page.getByRole('combobox', { name: 'Search' });
      await search.fill('Alpha');
      await page.getByRole('option', { name: 'Alpha orders' }).waitFor();
      await search.fill('Beta');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Beta orders' }).waitFor();

      await page.keyboard.press('Control+k');
      await search.fill('run Beta');
      await page.getByRole('option', { name: 'Beta orders' }).first().waitFor();
      const held = await hold(page, '**/v1/search?*', 'GET');
      await search.fill('edit Alpha orders');
      await held.asked;
      expect(await home.findBarriers()).toEqual([]);
      await page.keyboard.press('Enter');
      expect(await page.getByRole('option', { name: 'Beta orders' }).count()).toBe(0);
      held.release();
      await page.waitForURL(/\/build/);
      await page.getByRole('heading', { level: 1, name: 'Alpha orders' }).waitFor();
    },
    pageTimeoutMs,
  );

  it(
    'takes a number with a point and several times as they are typed, and keeps a field that was emptied',
    async () => {
      const typed = await addIntegration(web.place.api, {
        name: 'Typed',
        on_error: { abort_above_percent: 10 },
        triggers: [{ type: 'schedule', every: 'daily', at: '02:00' }],
      });
      const { page } = web.person;
      const build = `${web.place.url}/app/integrations/${typed.id}/build`;
      await page.goto(`${build}?part=settings`);
      const percent = page.getByRole('textbox', { name: /^Abort above percent/ });
      await percent.press('ControlOrMeta+a');
      await percent.pressSequentially('2.5');
      expect(await percent.inputValue()).toBe('2.5');
      await percent.press('ControlOrMeta+a');
      await percent.press('Backspace');
      await percent.pressSequentially('0.5');
      expect(await percent.inputValue()).toBe('0.5');

      await page.goto(`${build}?part=triggers`);
      const at = page.getByRole('textbox', { name: 'At', exact: true });
      await at.press('End');
      await at.pressSequentially(', ');
      expect(await at.inputValue()).toBe('02:00, ');
      await at.press('Backspace');
      await at.press('Backspace');
      expect(await at.inputValue()).toBe('02:00');
      await at.pressSequentially(', 14:00');
      expect(await at.inputValue()).toBe('02:00, 14:00');
    },
    pageTimeoutMs,
  );

  it(
    'changes of a lookup table what was changed here, and nothing that somebody else changed',
    async () => {
      const { api } = web.place;
      const { data: table } = await api.request('POST', '/v1/lookup-tables', {
        body: { name: 'States', entries: { A: 'one' } },
      });
      const entriesPath = `/v1/lookup-tables/${table.id}/entries`;
      const read = async (): Promise<unknown> => (await api.request('GET', entriesPath)).data['entries'];
      const { page } = web.person;
      const dialog = page.getByRole('dialog', { name: /^Change/ });
      const entries = dialog.getByLabel('Entries');
      const openDialog = async (name: string): Promise<void> => {
        await page.getByRole('button', { name: `Acts on ${name}` }).click();
        await page.getByRole('menuitem', { name: /^Change/ }).click();
        await entries.waitFor();
      };
      await web.person.visit('/lookup-tables');
      await openDialog('States');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await api.request('PUT', entriesPath, { body: { entries: { A: 'one', B: 'two' } } });
      await openDialog('States');
      expect(await entries.inputValue()).toBe('A\tone\nB\ttwo');
      await dialog.getByLabel('Name').fill('States of people');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await read()).toEqual({ A: 'one', B: 'two' });

      await openDialog('States of people');
      await api.request('PUT', entriesPath, { body: { entries: { A: 'one', C: 'three' } } });
      await entries.fill('A\tuno');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('Somebody else changed it meanwhile').waitFor();
      expect(await read()).toEqual({ A: 'one', C: 'three' });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await openDialog('States of people');
      expect(await entries.inputValue()).toBe('A\tone\nC\tthree');
      await entries.fill('A\tuno');
      await dialog.getByLabel('Name').fill('States again');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await read()).toEqual({ A: 'uno' });
    },
    pageTimeoutMs,
  );
});
