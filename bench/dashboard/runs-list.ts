import type { Page } from 'playwright-core';
import { z } from 'zod';
import { settle } from '../../test/web/browser.ts';
import { round } from '../memory.ts';
import { type Figure, findMiddle } from './budgets.ts';
import type { Calibration } from './calibrate.ts';
import type { Person } from './person.ts';

const scrollPx = 3000;

/** From a click to the frame that has what it leads to. Runs in the page, as text. */
const clickToRows = `new Promise((resolve) => {
  addEventListener('click', ({ timeStamp }) => {
    const look = () => document.querySelector('.list tbody tr:nth-child(20) .row-link') === null
      ? requestAnimationFrame(look)
      : resolve(performance.now() - timeStamp);
    look();
  }, { capture: true, once: true });
})`;

const scrolled = z.object({ frame: z.number(), rowsMax: z.number(), reached: z.number() });

/** Scrolls to the end of the list, and waits there for more until there is no more. Runs in the page, as text. */
const scrollThrough = `(async () => {
  let [frame, rowsMax] = [0, 0];
  let before = await new Promise(requestAnimationFrame);
  const reached = () => Number([...document.querySelectorAll('table.list tr')].at(-1)?.getAttribute('aria-rowindex')) - 1;
  const total = () => Number(document.querySelector('table.list').getAttribute('aria-rowcount')) - 1;
  while (!(total() > 50 && reached() >= total() && scrollY + innerHeight >= document.documentElement.scrollHeight - 2)) {
    scrollBy(0, ${scrollPx});
    const now = await new Promise(requestAnimationFrame);
    frame = Math.max(frame, now - before);
    before = now;
    rowsMax = Math.max(rowsMax, document.querySelectorAll('table.list tbody:not(.gap) tr').length);
  }
  return { frame, rowsMax, reached: reached() };
})()`;

/** A list of thousands of runs: its first page, the way to its end, and what the page holds then. */
export async function measureRunsList(
  person: Person,
  { calibration, repeats, runs }: { calibration: Calibration; repeats: number; runs: number },
): Promise<Figure[]> {
  const found: { firstMs: number; frameMs: number; rows: number; heapMb: number }[] = [];
  for (let turn = 0; turn < repeats; turn += 1) {
    await calibration.take();
    const page = await person.open();
    await page.goto(`${person.url}/app/`);
    await settle(page);
    const seen = page.evaluate(clickToRows);
    await page.getByRole('link', { name: 'Runs', exact: true }).first().click();
    const firstMs = z.number().parse(await seen);
    // The list tells how long it is once it has more than a page.
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.locator('table.list[aria-rowcount]').waitFor();
    const { frame, rowsMax, reached } = scrolled.parse(await page.evaluate(scrollThrough));
    if (reached < runs) throw new Error(`The list ends after ${reached} of ${runs} runs.`);
    found.push({ firstMs, frameMs: frame, rows: rowsMax, heapMb: await readHeap(page) });
    await page.context().close();
  }
  const slowdown = await calibration.sum();
  const of = (member: 'firstMs' | 'frameMs' | 'rows' | 'heapMb'): number =>
    round(findMiddle(found.map((one) => one[member])));
  return [
    { name: 'first page of runs', value: of('firstMs'), max: 300, unit: 'ms', slowdown: slowdown.general },
    { name: 'longest frame of scrolling', value: of('frameMs'), max: 50, unit: 'ms', slowdown: slowdown.frames },
    { name: 'rows in the page', value: of('rows'), max: 60, unit: '' },
    { name: 'heap after scrolling', value: of('heapMb'), max: 60, unit: 'MB' },
  ];
}

const heap = z.object({ usedSize: z.number() });

/** What the page holds once what it no longer needs is collected. */
async function readHeap(page: Page): Promise<number> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('HeapProfiler.collectGarbage');
  return heap.parse(await debug.send('Runtime.getHeapUsage')).usedSize / 1_048_576;
}
