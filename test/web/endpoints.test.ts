import { describe, expect, it } from 'vitest';
import { serveApi } from './served-api.ts';
import { useDashboard } from './use-dashboard.ts';

const pageTimeoutMs = 90_000;

const web = useDashboard(serveApi, { width: 390, height: 844 });

async function readEndpoint(name: string): Promise<Record<string, unknown> | undefined> {
  const { list } = await web.place.api.request('GET', '/v1/webhook-endpoints');
  return list.find((endpoint) => endpoint['name'] === name);
}

describe.skipIf(web.isAbsent)('test/web/endpoints', () => {
  it(
    'adds an endpoint for a channel of a chat, changes what it is told of, and keeps its address',
    async () => {
      const { page, findBarriers } = web.person;
      const dialog = page.locator('.dialog');
      await web.person.walk('/webhooks');
      await page.getByRole('button', { name: 'Add an endpoint' }).first().click();
      await dialog.getByLabel('What is sent').selectOption('slack');
      await dialog.getByLabel('Name').fill('Operations');
      await dialog.getByLabel('Address').fill('https://hooks.example.com/services/T0/B0/x');
      await dialog.getByLabel('An approval is asked for').check();
      expect(await findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      // Texts are not signed: there is no secret to keep.
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Operations' }).click();
      await page.getByRole('button', { name: 'Edit' }).click();
      await dialog.getByText('It goes to https://hooks.example.com/').waitFor();
      await dialog.getByLabel('A run held changes back').check();
      await dialog.getByLabel('It is well again').uncheck();
      await dialog.getByLabel('Name').fill('Operations team');
      expect(await findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });

      expect(await readEndpoint('Operations team')).toMatchObject({
        format: 'slack',
        url: 'https://hooks.example.com/',
        events: ['notification.failed', 'notification.withheld', 'notification.approval_requested'],
      });
      expect(web.person.faults).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'writes to people by e-mail, and leaves events alone that no form offers',
    async () => {
      const { page } = web.person;
      const dialog = page.locator('.dialog');
      await web.person.walk('/webhooks');
      await page.getByRole('button', { name: 'Add an endpoint' }).first().click();
      await dialog.getByLabel('What is sent').selectOption('email');
      await dialog.getByLabel('Name').fill('Duty');
      await dialog.getByLabel('E-mail addresses').fill('ops@example.com, lead@example.com');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await readEndpoint('Duty')).toMatchObject({ url: 'mailto:ops@example.com,lead@example.com' });

      const body = { name: 'Program', url: 'https://hooks.example.com/in', events: ['run.canceled', 'run.failed'] };
      const { data } = await web.place.api.request('POST', '/v1/webhook-endpoints', { body });
      await web.person.walk(`/webhooks/${data.id}`);
      await page.getByRole('button', { name: 'Edit' }).click();
      await dialog.getByLabel('Failed runs').uncheck();
      await dialog.getByLabel('All of connections').check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect((await readEndpoint('Program'))?.['events']).toEqual(['connection.*', 'run.canceled']);
    },
    pageTimeoutMs,
  );
});
