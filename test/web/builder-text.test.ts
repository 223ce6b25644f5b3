import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addIntegration } from '../api/flows.ts';
import { settle, type Visitor } from './browser.ts';
import { serveApi } from './served-api.ts';
import { useDashboard } from './use-dashboard.ts';

const pageTimeoutMs = 90_000;

const web = useDashboard(serveApi, { as: 'nobody' });

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Definition as YAML' });
const unreadWords = ': the text under As code cannot be read yet';

/** Opens an integration of its own as text. */
async function open(name: string): Promise<Visitor & { id: string }> {
  const { id } = await addIntegration(web.place.api, { name });
  const visitor = await web.open({ key: web.place.key });
  // No worker is here to read samples: what waits for one holds the few connections of a browser back.
  await visitor.context.route('**/objects/*/records?*', (route) => route.fulfill({ json: { data: [] } }));
  await visitor.page.goto(`${web.place.url}/app/integrations/${id}/build?part=json`);
  await textOf(visitor.page).waitFor();
  return { ...visitor, id };
}

async function discard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
}

describe.skipIf(web.isAbsent)('test/web/builder-text', () => {
  it(
    'says that a text which cannot be read is not saved, and keeps it while other parts are looked at',
    async () => {
      const { page, context, findBarriers } = await open('Looked at');
      const unread = `${await textOf(page).inputValue()}\n  tags: [unclosed`;
      await textOf(page).fill(unread);
      const notSaved = page.getByText(`Not saved, kept in this browser${unreadWords}`);
      await notSaved.waitFor();
      expect(await findBarriers()).toEqual([]);
      await page.keyboard.press('Control+s');
      await page.getByText('It is not saved, because the text under As code cannot be read yet.').waitFor();
      await page.getByRole('link', { name: 'Behaviour' }).click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
      expect(await notSaved.count()).toBe(1);
      await page.getByRole('link', { name: 'As code' }).click();

      expect(await textOf(page).inputValue()).toBe(unread);
      await discard(page);
      expect(await textOf(page).inputValue()).not.toContain('unclosed');
      await context.close();
    },
    pageTimeoutMs,
  );

  it(
    'keeps a text that cannot be read over a reload and a closed tab, and leads back to it',
    async () => {
      const { page: first, context, id } = await open('Left');
      const whole = await textOf(first).inputValue();
      const unread = `${whole}\n  tags: [unclosed`;
      await textOf(first).fill(unread);
      await first.reload();
      await expect.poll(() => textOf(first).inputValue()).toBe(unread);
      await first.close();

      const page = await context.newPage();
      await page.goto(`${web.place.url}/app/integrations/${id}`);
      await settle(page);
      await page.getByText('Your changes are not saved yet').waitFor();
      await page.getByRole('link', { name: 'Go on with them' }).click();
      await expect.poll(() => textOf(page).inputValue()).toBe(unread);
      await textOf(page).fill(whole.replace('name: Left', 'name: Found'));
      await page.getByText('Not saved, kept in this browser', { exact: true }).waitFor();
      await discard(page);
      expect(await textOf(page).inputValue()).toBe(whole);
      await context.close();
    },
    pageTimeoutMs,
  );

  it(
    'asks before a page is left with which a text would go that this browser cannot keep',
    async () => {
      const { page, context, findBarriers } = await open('Full');
      await page.evaluate('Storage.prototype.setItem = () => { throw new Error("full"); }');
      await textOf(page).fill(`${await textOf(page).inputValue()}\n  tags: [unclosed`);
      await page.getByText(`Not saved, and gone when you leave${unreadWords}`).waitFor();
      const dialogs: string[] = [];
      page.once('dialog', (dialog) => {
        dialogs.push(dialog.type());
        void dialog.dismiss();
      });
      await page.evaluate('void setTimeout(() => location.reload())');
      await expect.poll(() => dialogs).toEqual(['beforeunload']);
      // Other parts of the same page lose nothing.
      await page.getByRole('link', { name: 'Behaviour' }).click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor();
      const leave = (): Promise<void> =>
        page.getByRole('navigation').getByRole('link', { name: 'Runs', exact: true }).first().click();
      await leave();
      const question = page.getByRole('alertdialog', { name: 'Leave without what is not saved?' });
      await question.waitFor();
      expect(await findBarriers()).toEqual([]);
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
      expect(new URL(page.url()).pathname).toMatch(/\/build$/);
      await leave();
      await question.getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
      await context.close();
    },
    pageTimeoutMs,
  );
});
