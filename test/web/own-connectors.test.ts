import { describe, expect, it } from 'vitest';
import { type Visitor } from './browser.ts';
import { serveApi } from './served-api.ts';
import { useDashboard } from './use-dashboard.ts';

const pageTimeoutMs = 90_000;

const description = `openapi: 3.1.0
info: { title: Desk }
servers: [{ url: 'https://desk.example.com/v1' }]
paths:
  /tickets:
    get:
      responses:
        '200':
          content:
            application/json:
              schema: { properties: { tickets: { type: array, items: { $ref: '#/components/schemas/Ticket' } } } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas: { Ticket: { properties: { id: { type: integer }, title: { type: string } } } }
`;

const web = useDashboard(serveApi);

const rows = ({ page }: Visitor): Promise<string[]> =>
  page.getByRole('group', { name: 'Connectors', exact: true }).locator('.row-link').allTextContents();

const editor = ({ page }: Visitor) => page.getByLabel('Definition as JSON');

async function write(visitor: Visitor, change: (definition: Record<string, unknown>) => void): Promise<void> {
  const definition = JSON.parse(await editor(visitor).inputValue());
  change(definition);
  await editor(visitor).fill(JSON.stringify(definition, undefined, 2));
}

describe.skipIf(web.isAbsent)('test/web/own-connectors', () => {
  it(
    'finds connectors by words, kind and level, and says what each can do',
    async () => {
      const { page } = web.person;
      await web.person.walk('/connectors');
      await page
        .getByRole('status')
        .getByText(/^\d\d connectors$|^\d{3} connectors$/)
        .waitFor();
      await page.getByLabel('Kind', { exact: true }).selectOption({ label: 'Identity' });
      await page.getByRole('searchbox').fill('okta');
      await page.getByLabel('Level', { exact: true }).selectOption({ label: 'Proven' });
      // Auth0 is Okta's as well.
      await expect.poll(() => rows(web.person)).toEqual(['Auth0', 'Okta']);
      expect(await web.person.findBarriers()).toEqual([]);
      await page.getByRole('link', { name: 'Okta', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Okta' }).waitFor();
      const users = page.getByRole('group', { name: 'Objects' }).locator('tr', { hasText: 'users' }).first();
      await users.getByText(/read/).waitFor();
      await page.getByText('No connection uses it.').waitFor();
      expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
      expect(await web.person.findBarriers()).toEqual([]);
      await page.getByRole('link', { name: 'Connect', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Connect Okta' }).waitFor();
    },
    pageTimeoutMs,
  );

  it(
    'drafts a connector from a file, leads to the line of what is wrong, and adds it once it is right',
    async () => {
      const { page } = web.person;
      await web.person.walk('/connectors?tab=own');
      await page.getByText('No connector of your own yet').waitFor();
      await page.getByRole('link', { name: 'Add your own' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Add a connector of your own' }).waitFor();
      expect(await web.person.findBarriers()).toEqual([]);
      await page.getByRole('button', { name: 'Draft from it' }).click();
      await page.getByText('Choose a file, or paste the description.').waitFor();
      await page
        .getByLabel(/^File/)
        .setInputFiles({ name: 'desk.yaml', mimeType: 'application/yaml', buffer: Buffer.from(description) });
      await expect.poll(() => page.getByLabel(/description as text/).inputValue()).toBe(description);
      await page.getByRole('button', { name: 'Draft from it' }).click();
      await editor(web.person).waitFor();
      await page.getByRole('heading', { name: 'Was guessed, or is left to you' }).waitFor();
      await page.getByText('It can be published').waitFor();

      await write(web.person, (definition) => Object.assign(definition, { auth: [{ kind: 'telepathy' }] }));
      await page.getByText(/^\d+ mistakes?$/).waitFor();
      expect(await web.person.findBarriers()).toEqual([]);
      const wrong = page.locator('section', { hasText: 'Is refused' }).locator('li', { hasText: 'auth' }).first();
      await wrong.getByRole('button', { name: /^Line/ }).click();
      const marked = await page.evaluate(
        'document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)',
      );
      expect(marked).toMatch(/auth|telepathy/);

      // What is not published yet outlives a reload.
      await page.reload();
      await expect.poll(() => editor(web.person).inputValue()).toContain('telepathy');
      await write(web.person, (definition) => Object.assign(definition, { auth: [{ kind: 'bearer' }] }));
      await page.getByText('It can be published').waitFor();
      await page.getByLabel('Id', { exact: true }).fill('desk');
      await page.getByRole('button', { name: 'Add the connector' }).click();
      await page.locator('.field .wrong').waitFor();
      await page.getByLabel('Id', { exact: true }).fill('x_desk');
      await page.getByRole('button', { name: 'Add the connector' }).click();
      await page.getByRole('heading', { level: 1, name: 'Desk' }).waitFor();
      await page.getByRole('group', { name: 'Objects' }).getByText('tickets').first().waitFor();
      const { data } = await web.place.api.request('GET', '/v1/connectors/x_desk');
      expect(data['origin']).toBe('organization');
    },
    pageTimeoutMs,
  );

  it(
    'publishes a version, goes back to the one before, shows what each changed and which connections use it',
    async () => {
      const { page } = web.person;
      await web.place.api.request('POST', '/v1/connections', {
        body: { name: 'Own desk', service_type: 'x_desk', credentials: { token: 't' } },
      });
      await web.person.walk('/connectors/x_desk');
      await page.getByRole('link', { name: 'Own desk' }).waitFor();
      await page.getByRole('link', { name: 'Edit' }).click();
      await editor(web.person).waitFor();
      await write(web.person, (definition) => Object.assign(definition, { vendor: 'Desk Inc.' }));
      await page.getByText('It can be published').waitFor();
      expect(await web.person.findBarriers()).toEqual([]);
      await page.getByRole('button', { name: 'Publish version 2' }).click();
      await page.getByRole('heading', { level: 1, name: 'Desk' }).waitFor();
      await page.getByRole('button', { name: 'What version 2 changed' }).click();
      const dialog = page.getByRole('dialog', { name: 'What version 2 changed' });
      await dialog.locator('ins', { hasText: 'Desk Inc.' }).waitFor();
      expect(await web.person.findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'Use version 1' }).click();
      await page.getByRole('button', { name: 'Use it' }).click();
      await page.getByText('as version 1').waitFor();
      const { list } = await web.place.api.request('GET', '/v1/connectors/x_desk/versions');

      expect(list.map(({ version, restores }) => [version, restores])).toEqual([
        [3, 1],
        [2, undefined],
        [1, undefined],
      ]);
    },
    pageTimeoutMs,
  );

  it(
    'keeps a connector that a connection uses, and retires it afterwards',
    async () => {
      const { page } = web.person;
      await web.person.walk('/connectors/x_desk');
      await page.getByRole('button', { name: 'Retire…' }).click();
      await page.getByRole('button', { name: 'Retire it' }).click();
      await page.getByRole('alertdialog').getByRole('alert').waitFor();
      expect(await web.person.findBarriers()).toEqual([]);
      const { list } = await web.place.api.request('GET', '/v1/connections?service_type=x_desk');
      await web.place.api.request('DELETE', `/v1/connections/${String(list[0]?.id)}`);
      await page.getByRole('button', { name: 'Retire it' }).click();
      await page.getByText('No connector of your own yet').waitFor();

      expect((await web.place.api.request('GET', '/v1/connectors/x_desk')).status).toBe(404);
      // What was refused on purpose: an id, and a connector that was in use.
      expect(web.person.faults.filter((fault) => !/status of 4(09|22|00)/.test(fault))).toEqual([]);
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
      for (const path of ['/connectors', '/connectors/okta', '/connectors/new']) {
        await phone.visit(path);
        const overflow = await phone.page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect([path, overflow, await phone.findBarriers()]).toEqual([path, 0, []]);
      }
      await phone.page.getByRole('button', { name: 'Begin with an example' }).click();
      await phone.page.getByText('It can be published').waitFor();
      expect([phone.faults, await phone.findBarriers()]).toEqual([[], []]);
      await phone.context.close();
    },
    pageTimeoutMs,
  );
});
