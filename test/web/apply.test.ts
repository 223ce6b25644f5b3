import { describe, expect, it } from 'vitest';
import { createHubClient } from '../../client/index.ts';
import { settle, type Visitor } from './browser.ts';
import { serveApi } from './served-api.ts';
import { useDashboard } from './use-dashboard.ts';

const pageTimeoutMs = 120_000;

const web = useDashboard(serveApi);

const client = () => createHubClient({ baseUrl: web.place.url, apiKey: web.place.key });

const connection = `kind: connection
name: Directory
service_type: postgres
config: { host: db.example.com, database: hr }
credentials: { user: hub, password: !secret DIRECTORY_PASSWORD }
`;

const others = `kind: lookup-table
name: Countries
entries: { DE: Germany }
---
kind: integration
name: People
source: { connection_id: '\${connection:Directory}', object: people, key: [id] }
target: { connection_id: '\${connection:Directory}', object: people_copy, operation: upsert, match_on: [id] }
mapping:
  - { to: id, from: id }
`;

function toFile(name: string, text: string): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: 'application/yaml', buffer: Buffer.from(text) };
}

async function tabTo(page: Visitor['page'], name: string): Promise<void> {
  const isThere = (): Promise<boolean> =>
    page.evaluate(
      `(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent) === '${name}'`,
    );
  for (let pressed = 0; !(await isThere()); pressed += 1) {
    if (pressed > 60) throw new Error(`Tab does not get to ${name}.`);
    await page.keyboard.press('Tab');
  }
}

describe.skipIf(web.isAbsent)('test/web/apply', () => {
  it(
    'says what is wrong with files at its line, asks for what they leave out, and makes what they say',
    async () => {
      const { page, walk, faults, findBarriers } = web.person;
      await walk('/');
      await page.keyboard.press('g');
      await page.keyboard.press('v');
      await page.getByRole('heading', { level: 1, name: 'Apply files' }).waitFor();
      const files = page.getByLabel('Files to apply');
      await files.setInputFiles([
        toFile('directory.yaml', connection),
        toFile('others.yaml', others.replace('entries:', 'entrys:').replace('kind: integration', 'kind: interation')),
      ]);
      const wrong = page.getByRole('alert');
      await wrong.getByText('The files are not usable').waitFor();
      expect(await wrong.locator('li').allTextContents()).toEqual([
        'others.yaml:3 kind lookup-table has no entrys. It has name, entries.',
        expect.stringMatching(/^others\.yaml:5 kind must be one of account, /),
      ]);
      expect(await findBarriers()).toEqual([]);

      await files.setInputFiles(toFile('others.yaml', others));
      await page.getByText('1 connection, 1 lookup table, 1 integration').waitFor();
      await page.getByRole('button', { name: 'Show the plan' }).click();
      await wrong.getByText('nothing is given for DIRECTORY_PASSWORD.').waitFor();
      expect(await wrong.locator('code').allTextContents()).toEqual(['directory.yaml:5']);
      await page.getByLabel('DIRECTORY_PASSWORD').fill('correct horse');
      await page.getByRole('button', { name: 'Show the plan' }).click();
      await page.getByText('3 to create, 0 to change, 0 to delete, 0 unchanged').waitFor();
      expect(await page.locator('.plan > li strong').allTextContents()).toEqual(['Countries', 'Directory', 'People']);
      expect(await findBarriers()).toEqual([]);
      await page.getByRole('button', { name: 'Apply 3 changes' }).click();
      await page.getByText('3 of 3 done').waitFor();

      expect(await client().call('listIntegrations', {})).toMatchObject([{ name: 'People', status: 'inactive' }]);
      expect(await page.getByLabel('DIRECTORY_PASSWORD').inputValue()).toBe('');
      expect(faults).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'shows what differs by names, what the hub will refuse, and deletes only what is confirmed, all of it by keys',
    async () => {
      const { page, walk, faults, findBarriers } = web.person;
      await client().call('createAccount', { body: { name: 'Left over' } });
      await walk('/apply');
      await tabTo(page, 'Paste text');
      await page.keyboard.press('Enter');
      const text = page.getByLabel('Text', { exact: true });
      await text.fill(others.replace('Germany', 'Deutschland').replace('to: id, from: id', 'to: id, formula: "nope("'));
      await tabTo(page, 'Add it');
      await page.keyboard.press('Enter');
      await tabTo(page, 'Show the plan');
      await page.keyboard.press('Enter');
      await page.getByText('0 to create, 2 to change, 0 to delete, 0 unchanged').waitFor();
      const table = page.locator('.plan > li', { hasText: 'Countries' });
      expect(await table.locator('.diff').textContent()).toBe('entries.DE"Germany""Deutschland"');
      await page.getByText('The hub will refuse this').waitFor();
      expect(await page.getByRole('alert').locator('code').first().textContent()).toBe('pasted.yaml:10');
      expect(await findBarriers()).toEqual([]);
      await tabTo(page, 'Apply 2 changes');
      await page.keyboard.press('Enter');
      await page.getByText('1 of 2 done').waitFor();
      await page.locator('.plan > li', { hasText: 'People' }).getByText('The hub refused it').waitFor();
      expect(await findBarriers()).toEqual([]);
      expect(faults.filter((fault) => !fault.includes('status of 400'))).toEqual([]);
      faults.length = 0;

      await walk('/apply');
      await page
        .getByLabel('Files to apply')
        .setInputFiles([
          toFile('all.yaml', `${others.replace('Germany', 'Deutschland')}---\n${connection}`),
          toFile('account.yaml', 'kind: account\nname: First\n'),
        ]);
      await page.getByLabel('Delete what no file holds').check();
      await page.getByRole('button', { name: 'Show the plan' }).click();
      await page.getByText('0 to create, 0 to change, 1 to delete, 4 unchanged').waitFor();
      await page.getByRole('button', { name: 'Apply 1 change' }).click();
      const dialog = page.getByRole('alertdialog');
      await dialog.getByText('No file holds account "Left over".').waitFor();
      expect(await findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await page.getByText('1 of 1 done').waitFor();
      expect((await client().call('listAccounts', {})).map(({ name }) => name)).not.toContain('Left over');
      await settle(page);
      expect(faults).toEqual([]);
    },
    pageTimeoutMs,
  );
});
