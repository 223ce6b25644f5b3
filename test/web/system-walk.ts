import { expect } from 'vitest';
import type { TargetDatabase } from '../harness/flow.ts';
import type { Visitor } from './browser.ts';

/** Connects the system that people come from. @param port Of loopback. */
export async function connectSource({ page, walk }: Visitor, port: number): Promise<void> {
  await walk('/connections/new?connector=http');
  await page.getByLabel('Name', { exact: true }).fill('people');
  await page.locator('input[name="config.base_url"]').fill(`http://127.0.0.1:${port}`);
  await page.getByRole('button', { name: 'Save the connection' }).click();
  await page.getByRole('heading', { level: 1, name: 'people' }).waitFor();
}

/** The fields of the table that records go to. */
export async function fillTable({ page }: Visitor, { config, credentials }: TargetDatabase): Promise<void> {
  await page.locator('input[name="config.host"]').fill(config.host);
  await page
    .getByText(/More settings/)
    .first()
    .click();
  await page.locator('input[name="config.port"]').fill(String(config.port));
  await page.locator('input[name="config.database"]').fill(config.database);
  await page.locator('select[name="config.ssl"]').selectOption('disable');
  await page.locator('input[name="credentials.user"]').fill(credentials.user);
  await page.locator('input[name="credentials.password"]').fill(credentials.password);
}

export async function connectTable(visitor: Visitor, target: TargetDatabase): Promise<void> {
  const { page } = visitor;
  await visitor.walk('/connections/new?connector=postgres');
  await page.getByLabel('Name', { exact: true }).fill('table');
  await fillTable(visitor, target);
  await page.getByRole('button', { name: 'Test' }).click();
  await page.getByText(/It works/).waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Save the connection' }).click();
  await page.getByRole('heading', { level: 1, name: 'table' }).waitFor();
}

/** By what is suggested, and a rule by hand for what is not; seen on a real record before anything is saved. */
export async function mapFields({ page, findBarriers }: Visitor): Promise<void> {
  await page.getByText(/(?:have|has) a likely source/).waitFor();
  await page.getByRole('button', { name: /^Use all/ }).click();
  await page.getByRole('button', { name: 'Map login', exact: true }).click();
  await page.getByLabel('How login gets its value').selectOption('formula');
  await page.getByRole('textbox', { name: 'Formula of login' }).fill('lower(work_email)');
  await page.locator('.live', { hasText: '@example.com' }).first().waitFor();
  await page.getByRole('button', { name: 'Map status', exact: true }).click();
  await page.getByLabel('How status gets its value').selectOption('value');
  await page.getByRole('textbox', { name: 'Constant of status' }).fill('ACTIVE');
  await page.locator('.tally', { hasText: 'mapped' }).waitFor();
  expect(await findBarriers()).toEqual([]);
}

export async function runNow({ page }: Visitor, ends: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.waitForURL(/\/app\/runs\/run_/);
  await page.locator('.page-head .badge', { hasText: ends }).waitFor({ timeout: 60_000 });
}
