import type { Page, Request } from 'playwright-core';
import { z } from 'zod';
import { settle } from '../../test/web/browser.ts';
import { createFlow } from '../../test/harness/flow.ts';
import { makePeople } from '../../test/harness/people.ts';
import type { Scene } from '../../test/web/scene.ts';
import { round } from '../memory.ts';
import { type Figure, findPart } from './budgets.ts';
import type { Calibration } from './calibrate.ts';
import type { Person } from './person.ts';

const records = 100;
const rules = 40;
const typed = 'upper(first_name)';
const keyMs = 60;
/** As wide as the records are. */
const sources = [
  'first_name',
  'last_name',
  'department',
  'job_title',
  'city',
  'country',
  'phone',
  'manager_id',
] as const;

/** From the last key to the frame that has what it leads to. Runs in the page, as text. */
const keyToValue = `new Promise((resolve) => {
  let pressed = 0;
  addEventListener('keydown', ({ timeStamp }) => { pressed = timeStamp; }, true);
  const look = () => [...document.querySelectorAll('.live')].some(({ textContent }) => textContent.includes('FIRST'))
    ? resolve(performance.now() - pressed)
    : requestAnimationFrame(look);
  look();
})`;

/**
 * Makes an integration with 40 rules from a source of 100 records.
 *
 * @param database Of the tables that are written, and its owner.
 * @returns its id.
 */
export async function makeWideFlow({ hub }: Scene, database: string): Promise<string> {
  const { api, source, sourceId, target, targetId } = hub;
  source.records = makePeople(records);
  const columns = Array.from({ length: rules - 1 }, (_, index) => `field_${String(index + 1).padStart(2, '0')}`);
  await target.sql.unsafe(`create table wide (id text primary key, ${columns.map((name) => `${name} text`).join(', ')});
    alter table wide owner to ${database}`);
  return createFlow(api, {
    name: 'Forty fields of people',
    source: { connection_id: sourceId, object: 'people', key: ['id'] },
    target: { connection_id: targetId, object: 'wide', operation: 'upsert', match_on: ['id'] },
    mapping: [
      { to: 'id', from: 'id', required: true },
      ...columns.map((to, index) => ({ to, from: sources[index % sources.length] ?? 'id' })),
    ],
  });
}

/** Types a formula as a person does, and waits for what it gives. */
export async function measurePreview(
  person: Person,
  { calibration, repeats, flow }: { calibration: Calibration; repeats: number; flow: string },
): Promise<Figure[]> {
  const page = await person.open();
  await page.goto(`${person.url}/app/integrations/${flow}/build?part=mapping`);
  await settle(page);
  await page.locator('.sample .count', { hasText: `of ${records}` }).waitFor();
  await page.getByLabel('How field_01 gets its value').selectOption('formula');
  const formula = page.getByRole('textbox', { name: 'Formula of field_01' });
  const previews = countPreviews(page);
  const times: number[] = [];
  for (let turn = 0; turn < repeats; turn += 1) {
    await calibration.take();
    await formula.fill('');
    await page.locator('.live', { hasText: /FIRST/ }).first().waitFor({ state: 'detached' });
    const shown = page.evaluate(keyToValue);
    await formula.pressSequentially(typed, { delay: keyMs });
    times.push(z.number().parse(await shown));
  }
  await page.context().close();
  const { general: slowdown } = await calibration.sum();
  return [
    { name: 'preview after the last key', value: round(findPart(times, 0.5)), max: 400, unit: 'ms', slowdown },
    // A key that rests may be asked about before the next one.
    { name: 'previews asked for a formula', value: round(previews() / repeats), max: typed.length / 2, unit: '' },
  ];
}

function countPreviews(page: Page): () => number {
  let asked = 0;
  page.on('request', (request: Request) => {
    if (new URL(request.url()).pathname.endsWith('/preview')) asked += 1;
  });
  return () => asked;
}
