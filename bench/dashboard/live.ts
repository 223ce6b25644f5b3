import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import { createHubClient } from '../../client/index.ts';
import { settle } from '../../test/web/browser.ts';
import { round } from '../memory.ts';
import { type Figure, findPart } from './budgets.ts';
import type { Calibration } from './calibrate.ts';
import type { Person } from './person.ts';

const tabs = 3;
/** Some changes follow soon after others, which pages gather. */
const pausesMs = [1300, 200, 700, 2100] as const;

/** The time of the frame that has a text. Runs in the page, as text. */
const waitForText = (text: string): string => `new Promise((resolve) => {
  const look = () => document.body.textContent.includes(${JSON.stringify(text)})
    ? resolve(performance.timeOrigin + performance.now())
    : requestAnimationFrame(look);
  look();
})`;

/** How long after a change by somebody else each of several tabs shows it, and how many streams they hold open together. */
export async function measureLive(
  person: Person,
  { calibration, repeats }: { calibration: Calibration; repeats: number },
): Promise<Figure[]> {
  const { scene } = person;
  const client = createHubClient({ baseUrl: scene.url, apiKey: scene.key });
  const first = await person.open();
  const context = first.context();
  const countStreams = watchStreams(context);
  const pages = [first, ...(await openMore(context))];
  for (const page of pages) {
    await page.goto(`${person.url}/app/connections`);
    await settle(page);
  }
  const rename = async (name: string): Promise<number[]> => {
    const seen = pages.map(async (page) => z.number().parse(await page.evaluate(waitForText(name))));
    const beganAt = performance.timeOrigin + performance.now();
    await client.call('patchConnection', { params: { id: scene.hub.sourceId }, body: { name } });
    return (await Promise.all(seen)).map((at) => at - beganAt);
  };
  await rename('People before anything counts');
  const times: number[] = [];
  for (let turn = 0; turn < repeats * pausesMs.length; turn += 1) {
    await calibration.take();
    await sleep(pausesMs[turn % pausesMs.length]);
    times.push(...(await rename(`People of turn ${turn}.`)));
  }
  const streams = countStreams();
  await context.close();
  const { general: slowdown } = await calibration.sum();
  return [
    { name: 'change of somebody else, p95', value: round(findPart(times, 0.95)), max: 1000, unit: 'ms', slowdown },
    { name: `streams of ${tabs} tabs`, value: streams, max: 1, unit: '' },
  ];
}

function openMore(context: BrowserContext): Promise<Page[]> {
  return Promise.all(Array.from({ length: tabs - 1 }, () => context.newPage()));
}

/** @returns how many streams are open at the moment. */
function watchStreams(context: BrowserContext): () => number {
  const open = new Set<unknown>();
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/v1/live') open.add(request);
  });
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  return () => open.size;
}
