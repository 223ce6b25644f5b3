import type { Browser, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { createHubClient } from '../../client/index.ts';
import { openVisitor, settle, type Visitor } from './browser.ts';
import type { Scene } from './scene.ts';

/**
 * Waits on the list for a run that somebody else starts.
 *
 * @returns how much time passed by the clock of the page meanwhile, in ms.
 */
export async function seeRunOfOthers(person: Visitor, scene: Scene): Promise<number> {
  const { page } = person;
  const streams = page.waitForResponse(/\/v1\/live$/);
  await person.visit('/runs');
  await streams;
  // No timer of the page fires by itself from here on, and fewer than 4 s pass by hand.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const held = scene.hub.source.hold();
  const client = createHubClient({ baseUrl: scene.url, apiKey: scene.key });
  const run = await client.call('executeIntegration', { params: { id: scene.good.integration } });
  const row = page.locator(`a[href$="${run.id}"]`);
  let passedMs = 0;
  await expect
    .poll(
      async () => {
        await page.clock.runFor(20);
        passedMs += 20;
        return row.count();
      },
      { timeout: 90_000 },
    )
    .toBe(1);

  await client.call('cancelRun', { params: { id: run.id } });
  held.release();
  await scene.hub.waitForEnd(run.id);
  await page.clock.resume();
  return passedMs;
}

/**
 * Opens three tabs that see what changes, and closes the one that reads the stream.
 *
 * @returns how many streams the browser holds open: of three tabs, and of two that have seen another change.
 */
export async function shareStream(browser: Browser, scene: Scene): Promise<number[]> {
  const { page: first, context } = await openVisitor(browser, scene.url, { key: scene.key });
  const streams = new Set<Request>();
  context.on('request', (request) => {
    if (request.url().endsWith('/v1/live')) streams.add(request);
  });
  context.on('requestfinished', (request) => streams.delete(request));
  context.on('requestfailed', (request) => streams.delete(request));
  // The end of those of a closed page is not reported.
  const countOpen = (): number => [...streams].filter((one) => !one.frame().page().isClosed()).length;
  const [second, third] = [await context.newPage(), await context.newPage()];
  for (const page of [first, second, third]) {
    await page.goto(`${scene.url}/app/connections`);
    await settle(page);
  }
  const client = createHubClient({ baseUrl: scene.url, apiKey: scene.key });
  const rename = async (name: string, pages: readonly Page[]): Promise<void> => {
    await client.call('patchConnection', { params: { id: scene.hub.sourceId }, body: { name } });
    await Promise.all(pages.map((page) => page.getByText(name, { exact: true }).first().waitFor()));
  };
  await rename('Seen by three', [first, second, third]);
  const before = countOpen();
  await first.close();
  await expect.poll(countOpen).toBe(1);
  await rename('people', [second, third]);
  const behind = countOpen();
  await context.close();
  return [before, behind];
}
