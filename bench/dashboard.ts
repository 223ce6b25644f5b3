/**
 * What a person waits for in the dashboard, in a real Chromium: the first row of 10,000 runs and scrolling through them, and what
 * a mapping gives after the last key.
 *
 * `npm run bench:dashboard [-- --runs 10000]`: a hub on a data folder of its own. The last line is JSON. Times depend on the
 * machine; how many rows the page holds and how often it asks do not.
 */
import { parseArgs } from 'node:util';
import type { Page, Request } from 'playwright-core';
import { z } from 'zod';
import { openBrowser, openVisitor, settle } from '../test/web/browser.ts';
import { addRuns } from '../test/web/lively.ts';
import { type Scene, startScene } from '../test/web/scene.ts';
import { round } from './memory.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '10000' } } });
const runs = z.coerce.number().int().min(100).parse(values.runs);
const scrollPx = 3000;
const typed = 'upper(first_name)';
const keyMs = 60;

const scrolled = z.object({ frames: z.array(z.number()), rowsMax: z.number(), rows: z.number(), heapMb: z.number() });

const scene = await startScene('bench_dashboard');
const browser = await openBrowser();
try {
  await addRuns(scene, runs);
  const visitor = await openVisitor(browser, scene.url, { key: scene.key });
  await visitor.visit('/');
  const list = await measureList(visitor.page, scene);
  const preview = await measurePreview(visitor.page, scene);
  process.stdout.write(`${JSON.stringify({ runs, list, preview })}\n`);
} finally {
  await browser.close();
  await scene.hub.stop();
}
process.exit();

/** From the click to the first row, and through all of them to the end. */
async function measureList(page: Page, { url }: Scene): Promise<object> {
  const began = performance.now();
  await page.goto(`${url}/app/runs`);
  await page.locator('.row-link').first().waitFor();
  const coldMs = performance.now() - began;
  await page.goto(`${url}/app/`);
  await settle(page);
  const clicked = performance.now();
  await page.getByRole('link', { name: 'Runs', exact: true }).first().click();
  await page.locator('table[class="list"] .row-link').nth(20).waitFor();
  const firstRowMs = performance.now() - clicked;
  const found = scrolled.parse(
    await page.evaluate(`(async () => {
      const frames = [];
      let rowsMax = 0;
      let still = 0;
      let before = performance.now();
      while (still < 120) {
        const height = document.documentElement.scrollHeight;
        scrollBy(0, ${scrollPx});
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        frames.push(now - before);
        before = now;
        rowsMax = Math.max(rowsMax, document.querySelectorAll('table.list tr').length);
        const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
        still = isAtEnd && document.documentElement.scrollHeight === height ? still + 1 : 0;
      }
      const last = document.querySelector('table.list tr:last-child')?.getAttribute('aria-rowindex') ?? '0';
      return { frames, rowsMax, rows: Number(last) - 1, heapMb: performance.memory.usedJSHeapSize / 1048576 };
    })()`),
  );
  const frames = found.frames.slice(0, -120).toSorted((a, b) => a - b);
  const at = (part: number): number => round(frames[Math.floor((frames.length - 1) * part)] ?? 0);
  return {
    cold_first_row_ms: round(coldMs),
    first_row_ms: round(firstRowMs),
    rows_reached: found.rows,
    rows_in_page_max: found.rowsMax,
    frame_p50_ms: at(0.5),
    frame_p95_ms: at(0.95),
    frame_max_ms: at(1),
    heap_mb: round(found.heapMb),
  };
}

/** Types a formula as a person does, and waits for what it gives. */
async function measurePreview(page: Page, { url, good }: Scene): Promise<object> {
  const asked: string[] = [];
  const note = (request: Request): void => {
    const act = /(validate|preview)$/.exec(new URL(request.url()).pathname)?.[1];
    if (act !== undefined) asked.push(act);
  };
  await page.goto(`${url}/app/integrations/${good.integration}/build?part=mapping`);
  await settle(page);
  const row = page.getByLabel('How first_name gets its value');
  await row.selectOption('formula');
  const formula = page.getByRole('textbox', { name: 'Formula of first_name' });
  await page.locator('.live').first().waitFor();
  await formula.fill('');
  page.on('request', note);
  await formula.pressSequentially(typed, { delay: keyMs });
  const ended = performance.now();
  await page.locator('.live', { hasText: 'FIRST' }).first().waitFor();
  const answeredMs = performance.now() - ended;
  page.off('request', note);
  return {
    keys: typed.length,
    validations: asked.filter((act) => act === 'validate').length,
    previews: asked.filter((act) => act === 'preview').length,
    after_last_key_ms: round(answeredMs),
  };
}
