import { expect } from 'vitest';
import { settle, type Visitor } from './browser.ts';

/** Makes an integration from nothing, as a person who has never seen one does. @returns its id. */
export async function createDraft({ page, visit, findBarriers }: Visitor, name: string): Promise<string> {
  await visit('/integrations');
  await page.getByRole('link', { name: 'New integration' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByLabel('Connection').nth(0).selectOption({ label: 'people (http)' });
  await page.getByRole('combobox', { name: 'Object' }).nth(0).fill('people');
  await page.getByRole('textbox', { name: 'Key' }).fill('id');
  await page.getByLabel('Connection').nth(1).selectOption({ label: 'table (postgres)' });
  await page.getByRole('combobox', { name: 'Object' }).nth(1).fill('people');
  // The key of the table is chosen by itself, as the database tells it.
  await expect.poll(() => page.getByRole('checkbox', { name: 'id', exact: true }).isChecked()).toBe(true);
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('button', { name: 'Create the draft' }).click();
  await page.waitForURL(/\/app\/integrations\/int_\w+\/build/);
  await settle(page);
  return /int_\w+/.exec(page.url())?.[0] ?? '';
}

/** Maps what a record needs, by suggestion and by hand, seeing what becomes of a real record. */
export async function mapFields({ page, findBarriers }: Visitor): Promise<void> {
  await page.getByText(/(?:have|has) a likely source/).waitFor();
  await page.getByRole('button', { name: /^Use all/ }).click();
  await page.getByRole('button', { name: 'Map login', exact: true }).click();
  await page.getByLabel('How login gets its value').selectOption('formula');
  const formula = page.getByRole('textbox', { name: 'Formula of login' });
  await formula.fill('lower(work_emial)');
  await page.getByRole('button', { name: 'Use work_email' }).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('button', { name: 'Use work_email' }).click();
  expect(await formula.inputValue()).toBe('lower(work_email)');
  await formula.fill('lower(work_em');
  expect(await findBarriers()).toEqual([]);
  await formula.press('Enter');
  expect(await formula.inputValue()).toBe('lower(work_email');
  await formula.pressSequentially(')');
  await page.getByRole('button', { name: 'Next record' }).click();
  await page.locator('.live', { hasText: '@' }).waitFor();
  await page.getByRole('button', { name: 'More of login' }).click();
  await page.getByRole('heading', { name: 'Why this value' }).waitFor();
  await page.locator('.why', { hasText: 'work_email' }).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('button', { name: 'Map status', exact: true }).click();
  await page.getByLabel('How status gets its value').selectOption('value');
  await page.getByRole('textbox', { name: 'Constant of status' }).fill('ACTIVE');
  await page.locator('.tally', { hasText: 'mapped' }).waitFor();
}

/** Lets a schedule start it, sees its next times, saves and activates. */
export async function scheduleAndActivate({ page, findBarriers }: Visitor): Promise<void> {
  await page.getByRole('link', { name: 'Triggers' }).click();
  await page.getByRole('button', { name: 'Daily' }).click();
  await page.locator('.times li').first().waitFor();
  expect(await page.locator('.times li').first().textContent()).toContain('02:00 (UTC)');
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('link', { name: 'Changes' }).click();
  await page.locator('.diff', { hasText: 'triggers' }).waitFor();
  await page.keyboard.press('Control+s');
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.locator('.page-head .badge', { hasText: 'Active' }).waitFor();
}

/** Changes the same integration on two pages at once. What was typed outlives a reload, and the later save is asked what counts. */
export async function meetConflict(mine: Visitor, theirs: Visitor, id: string): Promise<void> {
  const { page } = mine;
  await Promise.all([mine, theirs].map((visitor) => visitor.visit(`/integrations/${id}/build?part=mapping`)));
  await page.getByRole('textbox', { name: 'Source of first_name' }).fill('last_name');
  await page.getByText('Not saved, kept in this browser').waitFor();
  await page.reload();
  await settle(page);
  expect(await page.getByRole('textbox', { name: 'Source of first_name' }).inputValue()).toBe('last_name');

  await theirs.page.getByRole('textbox', { name: 'Source of first_name' }).fill('job_title');
  await theirs.page.getByRole('textbox', { name: 'Source of last_name' }).fill('first_name');
  await saveActive(theirs);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Save and use' }).click();
  const dialog = page.getByRole('dialog', { name: 'Somebody else saved this meanwhile' });
  await dialog.waitFor();
  expect(await mine.findBarriers()).toEqual([]);
  expect(await dialog.locator('.three pre').allTextContents()).toEqual(['"first_name"', '"last_name"', '"job_title"']);
  await dialog.getByRole('button', { name: 'Go on with both' }).click();
  await saveActive(mine);
  expect(await page.getByRole('textbox', { name: 'Source of last_name' }).inputValue()).toBe('first_name');
}

async function saveActive({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Save and use' }).click();
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
}
