import { createHmac } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { makePeople } from '../harness/people.ts';
import { Vendor } from './vendor.ts';
import { servePeople } from './scene.ts';
import { useDashboard } from './use-dashboard.ts';

const pageTimeoutMs = 120_000;

const vendor = new Vendor();
const serve = async () => {
  await vendor.start();
  const place = await servePeople('web_connections');
  return {
    ...place,
    others: [vendor.host],
    stop: async () => {
      await place.stop();
      vendor.stop();
    },
  };
};
const web = useDashboard(serve);

/** What the vendor gave for a program, as a person types it. */
async function fillClient(form: Locator): Promise<void> {
  const values = {
    client_id: 'hub',
    client_secret: 'of this test',
    token_url: `${vendor.url}/token`,
    authorize_url: `${vendor.url}/authorize`,
  };
  for (const [name, value] of Object.entries(values)) await form.locator(`[name="credentials.${name}"]`).fill(value);
}

/** Orders something for each person in the system of the vendor. */
async function startOrders(connectionId: string): Promise<string> {
  const { id } = await web.place.client.call('createIntegration', {
    body: {
      name: 'Orders for joiners',
      source: { connection_id: web.place.hub.sourceId, object: 'people', key: ['id'] },
      steps: [
        {
          id: 'order',
          action: {
            connection_id: connectionId,
            object: '/orders',
            operation: 'create',
            options: { path: '/orders', idempotency: { kind: 'header' } },
            mapping: [{ to: 'id', from: 'record.id' }],
          },
        },
      ],
    },
  });
  await web.place.client.call('activateIntegration', { params: { id } });
  return (await web.place.client.call('executeIntegration', { params: { id }, body: {} })).id;
}

describe.skipIf(web.isAbsent)('test/web/connections', () => {
  it(
    'authorizes a connection again whose credentials were refused, after which the runs that waited go on',
    async () => {
      const { page, visit, faults, findBarriers } = web.person;
      await visit('/connections/new?connector=http');
      const form = page.locator('main form');
      await form.getByLabel('Name', { exact: true }).fill('Shop');
      await form.locator('[name="config.base_url"]').fill(vendor.url);
      await form.getByText(/^More settings/).click();
      await form.locator('[name="config.test_path"]').fill('/people');
      await form.getByLabel('How to sign in').selectOption('authorization_code');
      await fillClient(form);
      await form.getByRole('button', { name: /^Go to .* to allow it$/ }).click();
      await page.getByRole('heading', { level: 1, name: 'Connected' }).waitFor();
      await page.getByRole('link', { name: 'Open it in the dashboard' }).click();
      await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      expect(await web.place.client.call('getConnection', { params: { id } })).toMatchObject({
        status: 'active',
        auth_method: 'authorization_code',
      });

      vendor.withdraw();
      web.place.hub.source.records = makePeople(2);
      const run = await startOrders(id);
      const failing = page.locator('.notice', { hasText: /Its credentials have expired|It does not work/ });
      await failing.waitFor({ timeout: 60_000 });
      await page.locator('.notice', { hasText: 'A run waits for it' }).waitFor({ timeout: 60_000 });
      expect(await findBarriers()).toEqual([]);

      vendor.consents = false;
      const dialog = page.getByRole('dialog', { name: 'Authorize Shop again' });
      const goToVendor = async (): Promise<void> => {
        await failing.getByRole('button', { name: 'Authorize again' }).click();
        await fillClient(dialog);
        await dialog.getByText(/\/oauth\/callback/).waitFor();
        expect(await findBarriers()).toEqual([]);
        await dialog.getByRole('button', { name: /^Go to .* to allow it$/ }).click();
      };
      await goToVendor();
      await page.getByText('It was not authorized').waitFor();
      await failing.waitFor();
      expect(new URL(page.url()).pathname).toBe(`/app/connections/${id}`);
      expect(await findBarriers()).toEqual([]);

      vendor.consents = true;
      await goToVendor();
      await page.locator('.notice', { hasText: 'It is connected again' }).waitFor();
      expect(await failing.count()).toBe(0);
      expect(await findBarriers()).toEqual([]);
      await page.locator('.notice', { hasText: 'A run waits for it' }).waitFor({ state: 'detached' });
      expect(await web.place.hub.waitForEnd(run)).toMatchObject({ status: 'succeeded' });
      expect(vendor.orders).toHaveLength(2);
      expect(faults).toEqual([]);
    },
    2 * pageTimeoutMs,
  );

  it(
    'changes a connection, asks for credentials where they would go to another address, and overwrites nobody unseen',
    async () => {
      const { page, visit, findBarriers } = web.person;
      const params = { id: web.place.hub.targetId };
      const before = await web.place.client.call('getConnection', { params });
      await web.place.hub.createFlow('People to the table');
      await visit(`/connections/${params.id}`);
      const dialog = page.getByRole('dialog', { name: /^Edit / });
      const open = async (): Promise<void> => {
        await page.getByRole('button', { name: 'Edit', exact: true }).click();
        await dialog.getByText('People to the table').waitFor();
      };
      await open();
      const host = dialog.locator('[name="config.host"]');
      expect(await host.inputValue()).toBe(before.config?.['host']);
      await dialog.getByLabel('Name', { exact: true }).fill('Table of people');
      await dialog.getByText(/^More settings/).click();
      await dialog.locator('[name="config.schema"]').fill('public');
      expect(await findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Table of people' }).waitFor();
      expect((await web.place.client.call('getConnection', { params })).config).toEqual({
        ...before.config,
        schema: 'public',
      });

      await open();
      await host.fill('localhost');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('It goes to another address').waitFor();
      expect(await findBarriers()).toEqual([]);
      await dialog.getByLabel('Name', { exact: true }).fill('Table elsewhere');
      await dialog.locator('[name="credentials.user"]').fill(web.place.hub.target.credentials.user);
      await dialog.locator('[name="credentials.password"]').fill(web.place.hub.target.credentials.password);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Table elsewhere' }).waitFor();
      await dialog.waitFor({ state: 'detached' });
      expect((await web.place.client.call('getConnection', { params })).config).toMatchObject({ host: 'localhost' });

      await open();
      await dialog.getByLabel('Name', { exact: true }).fill('Mine');
      await web.place.client.call('patchConnection', { params, body: { name: 'Theirs' } });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByText('Somebody else changed this connection meanwhile').waitFor();
      expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Mine');
      expect(await findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Show theirs' }).click();
      expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Theirs');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.locator('.button:focus', { hasText: 'Edit' }).waitFor();
    },
    2 * pageTimeoutMs,
  );

  it(
    'says how senders of a hook sign, and replaces the secret by one that is shown once',
    async () => {
      const { page, visit, faults, findBarriers } = web.person;
      faults.splice(0);
      const hmac = { algorithm: 'sha256', encoding: 'hex', header: 'X-Signature', secret_encoding: 'text' } as const;
      const { id: integration } = await web.place.client.call('createIntegration', {
        body: {
          name: 'People on call',
          source: { connection_id: web.place.hub.sourceId, object: 'people', key: ['id'] },
          triggers: [{ type: 'webhook', receive: { verify: { hmac } } }],
        },
      });
      const [workflow] = await web.place.client.call('listWorkflows', {
        query: { integration_id: integration, type: 'webhook' },
      });
      const url = workflow?.hook?.url ?? '';
      const body = JSON.stringify({ kind: 'person.changed' });
      const deliver = async (secret: string): Promise<number> => {
        const digest = createHmac('sha256', secret).update(body).digest('hex');
        const headers = { 'content-type': 'application/json', 'x-signature': digest };
        return (await fetch(url, { method: 'POST', body, headers })).status;
      };
      await visit(`/schedules/${workflow?.id ?? ''}`);
      await page.getByText('holds an HMAC-SHA256 over').waitFor();
      await page.getByText('All deliveries are refused').waitFor();

      await page.getByRole('button', { name: 'Give the secret' }).click();
      const dialog = page.getByRole('dialog', { name: /hook/ });
      await dialog.getByLabel('Signing secret').fill('what the sender gave');
      expect(await findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('All deliveries are refused').waitFor({ state: 'detached' });
      expect([await deliver('what the sender gave'), await deliver('guessed')]).toEqual([202, 401]);

      await page.getByRole('button', { name: 'Replace the secret' }).click();
      await dialog.getByLabel('Where it comes from').selectOption('here');
      await dialog.getByLabel(/^How long the one before/).selectOption('3600');
      expect(await findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Replace' }).click();
      const shown = page.getByRole('dialog', { name: 'The secret of the hook' });
      const secret = (await shown.locator('code').textContent()) ?? '';
      expect(secret).toMatch(/^[0-9a-f]{64}$/);
      await shown.getByRole('button', { name: 'Copy the secret' }).waitFor();
      expect(await findBarriers()).toEqual([]);
      await shown.getByRole('button', { name: 'Done' }).click();
      await shown.waitFor({ state: 'detached' });
      expect(await page.content()).not.toContain(secret);
      await page.getByText('What was replaced counts as well until').waitFor();
      expect(await findBarriers()).toEqual([]);
      const answers = [await deliver(secret), await deliver('what the sender gave'), await deliver('guessed')];
      expect(answers).toEqual([202, 202, 401]);
      expect(faults).toEqual([]);
    },
    2 * pageTimeoutMs,
  );
});
