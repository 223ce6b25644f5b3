import { expect } from 'vitest';
import { settle, type Visitor } from './browser.ts';

/** Makes an integration from nothing, as a person who has never seen one does. @returns its id. */
export async function createDraft({ page, walk, findBarriers }: Visitor, name: string): Promise<string> {
  await walk('/integrations');
  await page.getByRole('link', { name: 'New integration' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByLabel('Connection').nth(0).selectOption({ label: 'people (HTTP API)' });
  await page.getByRole('combobox', { name: 'Object' }).nth(0).fill('people');
  await page.getByRole('textbox', { name: 'Key' }).fill('id');
  await page.getByLabel('Connection').nth(1).selectOption({ label: 'table (PostgreSQL)' });
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

/** Writes the definition as text: the forms follow what can be read, and keep what they have while it cannot. */
export async function writeJson({ page, findBarriers }: Visitor, name: string): Promise<void> {
  await page.getByRole('link', { name: 'As code' }).click();
  await page.getByRole('button', { name: 'JSON', exact: true }).click();
  const text = page.getByRole('textbox', { name: 'Definition as JSON' });
  const before = await text.inputValue();
  await text.fill(before.slice(0, -2));
  await page.getByText('This cannot be read yet').waitFor();
  expect(await findBarriers()).toEqual([]);
  await text.fill(before.replaceAll(/\n\s*/g, '').replace(/"name":\s*"[^"]*"/, `"name":"${name}"`));
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('button', { name: 'Format' }).click();
  expect((await text.inputValue()).split('\n')[2]).toBe(`  "name": "${name}",`);
  await writeYaml(page);
  await page.getByRole('link', { name: 'Behaviour' }).click();
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(name);
}

/** Names others by their names, is told what is wrong at its line, and corrects it. */
async function writeYaml(page: Visitor['page']): Promise<void> {
  await page.getByRole('button', { name: 'YAML', exact: true }).click();
  const text = page.getByRole('textbox', { name: 'Definition as YAML' });
  const right = await text.inputValue();
  expect(right).toContain('connection_id: ${connection:people}');
  await text.fill(right.replace('${connection:people}', '${connection:nobody}'));
  await page.getByText('names nothing that is there').waitFor();
  await text.fill(right.replace('from: first_name', 'formula: lower(first_nam)'));
  const found = page.getByRole('region', { name: 'What the hub says of it' });
  const finding = found.getByRole('listitem').filter({ hasText: 'first_nam' }).first();
  await finding.getByRole('button', { name: /^Line/ }).click();
  const selected =
    "(({ value, selectionStart: from, selectionEnd: to }) => value.slice(from, to))(document.querySelector('.json'))";
  expect(String(await page.evaluate(selected))).toContain('first_nam');
  await text.fill(right);
  await finding.waitFor({ state: 'detached' });
}

/** Changes the same integration on two pages at once. What was typed outlives a reload, and the later save is asked what counts. */
export async function meetConflict(mine: Visitor, theirs: Visitor, id: string): Promise<void> {
  const { page } = mine;
  await Promise.all([mine, theirs].map((visitor) => visitor.visit(`/integrations/${id}/build?part=mapping`)));
  await page.getByRole('textbox', { name: 'Source of first_name' }).fill('last_name');
  await page.getByText(/Not saved, kept/).waitFor();
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

/** Makes a flow of steps by keys alone: the outline, the forms, and what the steps make of a real record. */
export async function buildFlow({ page, walk, findBarriers }: Visitor, name: string): Promise<void> {
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const typeInto = async (field: string, text: string): Promise<void> => {
    await page.getByRole('textbox', { name: field, exact: true }).focus();
    await page.keyboard.type(text);
    await press('Escape');
  };
  await walk('/integrations/new');
  await typeInto('Name', name);
  await page.getByLabel('Connection').first().focus();
  await page.keyboard.type('people');
  await page.getByRole('combobox', { name: 'Object' }).first().focus();
  await page.keyboard.type('people');
  await typeInto('Key', 'id');
  await page.getByRole('radio', { name: /A flow of steps/ }).focus();
  await press(' ');
  await page.getByRole('button', { name: 'Create the draft' }).focus();
  await press('Enter');
  await page.getByText('No step yet').waitFor();

  const add = async (list: RegExp, kind: string): Promise<void> => {
    await page.getByRole('button', { name: list }).focus();
    await press('Enter');
    await page.getByRole('menuitem', { name: kind, exact: true }).waitFor();
    // Each letter leads to an entry; the next one looks on from there.
    await page.keyboard.type(kind.slice(0, 3), { delay: 50 });
    await page.locator('[role=menuitem]:focus', { hasText: kind }).waitFor();
    await press('Enter');
    await page.getByLabel('Kind').waitFor();
  };
  await add(/^Add a step$/, 'Transform');
  await page.getByRole('button', { name: 'Set', exact: true }).focus();
  await press('Enter');
  await typeInto('Name to add to set', 'login');
  await page.getByRole('button', { name: 'Add', exact: true }).focus();
  await press('Enter');
  await typeInto('login', "record.first_name + '.' + record.last_n");
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('textbox', { name: 'login', exact: true }).focus();
  await press('End', 'Control+ ', 'Enter');
  await page.locator('.trace', { hasText: 'First0.Last0' }).waitFor();

  await add(/^Add a step$/, 'Condition');
  await typeInto('When', "record.department == 'nowhere'");
  await page.getByRole('button', { name: 'Else', exact: true }).focus();
  await press('Enter');
  await add(/^Add a step.*else$/, 'Stop');
  await page.locator('.trace', { hasText: 'stop' }).waitFor();
  expect(await page.locator('.picture a').count()).toBe(3);
  expect(await findBarriers()).toEqual([]);

  await page.locator('.outline-step', { hasText: 'condition' }).focus();
  await press('Alt+ArrowUp');
  expect(await page.locator('.outline-step strong').allTextContents()).toEqual(['condition', 'stop', 'transform']);
  await page.locator('h1').click();
  await press('Control+z');
  expect(await page.locator('.outline-step strong').allTextContents()).toEqual(['transform', 'condition', 'stop']);
  await press('Control+s');
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
}

/** Loses the session in the middle of the work, signs in again, and finds the work as it was left. */
export async function outliveSignOut(
  { page, context, visit }: Visitor,
  id: string,
  signIn: () => Promise<void>,
): Promise<void> {
  await visit(`/integrations/${id}/build?part=settings`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Named before the session ended');
  await page.getByText(/Not saved, kept/).waitFor();
  await context.clearCookies();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('E-mail address').waitFor();
  await signIn();
  await page.getByText('Not saved, kept in this browser').waitFor();
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Named before the session ended');
  await visit(`/integrations/${id}`);
  await page.getByRole('link', { name: 'Go on with them' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
}
