import type { Page } from 'playwright-core';
import { z } from 'zod';
import { settle } from '../../test/web/browser.ts';
import { round } from '../memory.ts';
import { type Figure, findPart } from './budgets.ts';
import type { Calibration } from './calibrate.ts';
import type { Person } from './person.ts';

/** The shortest that a browser reports. @see https://www.w3.org/TR/event-timing/#sec-performance-event-timing */
const reportedMinMs = 16;

/** Keeps the longest event of each interaction. Runs in the page, as text, before anything of it. */
const watchInteractions = `globalThis.interactions = new Map();
new PerformanceObserver((list) => {
  for (const { interactionId: id, duration, name } of list.getEntries()) {
    if (id && duration > (interactions.get(id)?.ms ?? 0)) interactions.set(id, { ms: duration, name });
  }
}).observe({ type: 'event', durationThreshold: ${reportedMinMs}, buffered: true });`;

/** What was reported since the last time. Entries come after the frame that they are about. Runs in the page, as text. */
const takeInteractions = `(async () => {
  for (let n = 0; n < 3; n += 1) await new Promise(requestAnimationFrame);
  await new Promise((go) => setTimeout(go, 50));
  const reported = [...interactions.values()];
  interactions.clear();
  const before = globalThis.countBefore ?? 0;
  globalThis.countBefore = performance.interactionCount;
  return { reported, count: performance.interactionCount - before };
})()`;

const taken = z.object({ reported: z.array(z.object({ ms: z.number(), name: z.string() })), count: z.number() });

interface Interaction {
  step: string;
  ms: number;
}

/** Goes through the dashboard as somebody at work does, and finds from each key and click to what is drawn next. */
export async function measureWalk(
  person: Person,
  { calibration, repeats, flow }: { calibration: Calibration; repeats: number; flow: string },
): Promise<Figure[]> {
  const all: Interaction[] = [];
  for (let turn = 0; turn < repeats; turn += 1) {
    await calibration.take();
    const page = await person.open();
    await page.addInitScript({ content: watchInteractions });
    await page.goto(`${person.url}/app/`);
    await settle(page);
    for (const [step, act] of listSteps(flow)) {
      await act(page);
      const { reported, count } = taken.parse(await page.evaluate(takeInteractions));
      all.push(...reported.map(({ ms, name }) => ({ step: `${step} (${name})`, ms })));
      // What is not reported took less than that.
      const quick = Math.max(0, count - reported.length);
      all.push(...Array.from({ length: quick }, () => ({ step, ms: reportedMinMs })));
    }
    await page.context().close();
  }
  const { general: slowdown } = await calibration.sum();
  const value = round(
    findPart(
      all.map(({ ms }) => ms),
      0.95,
    ),
  );
  const slowest = all.toSorted((one, other) => other.ms - one.ms).slice(0, 8);
  console.log(
    `The slowest of ${all.length} interactions: ${slowest.map(({ step, ms }) => `${step} ${ms} ms`).join(', ')}.`,
  );
  return [{ name: 'interaction to next paint, p95', value, max: 100, unit: 'ms', slowdown }];
}

type Step = readonly [name: string, act: (page: Page) => Promise<void>];

/** Without a load of a page between them: what came before is what a browser has to redraw. */
function listSteps(flow: string): Step[] {
  const go =
    (name: string) =>
    async (page: Page): Promise<void> => {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await settle(page);
    };
  return [
    ['go to the runs', go('Runs')],
    ['filter the runs', filterRuns],
    ['open the palette', usePalette],
    ['go to the keys', go('API keys')],
    ['fill a form in a dialog', fillDialog],
    ['go to the integrations', go('Integrations')],
    ['open an integration', openFlow],
    ['open its tabs', useTabs],
    ['open its menu', useMenu],
    ['open the builder', (page) => openBuilder(page, flow)],
    ['write a formula', writeFormula],
    ['open parts of the builder', useParts],
    ['go to the connections', go('Connections')],
    ['open a run', openRun],
  ];
}

async function filterRuns(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Status: / }).click();
  const failed = page.getByRole('menuitemcheckbox', { name: 'Failed', exact: true });
  await failed.click();
  await settle(page);
  await failed.click();
  await settle(page);
  await page.keyboard.press('Escape');
  await failed.waitFor({ state: 'detached' });
}

async function usePalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).waitFor();
  await page.keyboard.type('connections', { delay: 40 });
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Search' }).waitFor({ state: 'detached' });
}

async function fillDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Make a key' }).first().click();
  const dialog = page.locator('.dialog');
  await dialog.getByLabel('Name', { exact: true }).click();
  await page.keyboard.type('nightly reports', { delay: 40 });
  await page.getByRole('group', { name: 'Runs' }).getByLabel('See').click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function openFlow(page: Page): Promise<void> {
  await page.getByLabel('Filter by name').click();
  await page.keyboard.type('forty', { delay: 40 });
  // Unsaved work is listed above, by the same name.
  const link = page.locator('table.list').getByRole('link', { name: 'Forty fields of people' });
  await page.locator('table.list tbody tr').nth(1).waitFor({ state: 'detached' });
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'Forty fields of people' }).waitFor();
  await settle(page);
}

async function useTabs(page: Page): Promise<void> {
  const tabs = page.locator('.tabs a');
  for (let at = (await tabs.count()) - 1; at >= 0; at -= 1) {
    await tabs.nth(at).click();
    await settle(page);
  }
}

async function useMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More acts' }).click();
  await page.getByRole('menuitem').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

async function openBuilder(page: Page, flow: string): Promise<void> {
  await page.locator(`a[href*="${flow}/build"]`).first().click();
  await page.getByRole('navigation', { name: 'Parts of the integration' }).waitFor();
  await settle(page);
}

async function writeFormula(page: Page): Promise<void> {
  const parts = page.getByRole('navigation', { name: 'Parts of the integration' });
  await parts.getByRole('link', { name: /Mapping/ }).click();
  await page.getByLabel('How field_01 gets its value').selectOption('formula');
  await page.getByRole('textbox', { name: 'Formula of field_01' }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('upper(first_name)', { delay: 60 });
  await page.locator('.live', { hasText: /FIRST/ }).first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('Filter fields of the target').click();
  await page.keyboard.type('field_3', { delay: 60 });
}

async function useParts(page: Page): Promise<void> {
  const parts = page.getByRole('navigation', { name: 'Parts of the integration' });
  for (const name of [/Source/, /Target/, /Triggers/, /As code/, /Changes/, /Mapping/]) {
    await parts.getByRole('link', { name }).click();
    await settle(page);
  }
}

async function openRun(page: Page): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await page.getByRole('heading', { level: 1, name: 'Runs', exact: true }).waitFor();
  await settle(page);
  await page.locator('a.row-link').first().click();
  await page.waitForURL(/\/app\/runs\/run_/);
  await settle(page);
}
