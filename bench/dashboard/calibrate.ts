import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { round } from '../memory.ts';
import { findMiddle } from './budgets.ts';
import { readFirstPaint } from './first-paint.ts';

/** What the same took on two idle cores, in ms. Twice as long here counts as a machine that is half as fast. */
const idle = { blankPaint: 80, loop: 170, frame: 17 } as const;

const frames = 40;
const blank = '<!doctype html><html lang="en"><title>Blank</title><p>Blank</p></html>';

const measured = z.object({ loop: z.number(), frame: z.number() });

/** A fixed amount of work, then frames in which nothing is done. Runs in the page, as text. */
const work = `(async () => {
  const began = performance.now();
  let sum = 0;
  for (let n = 0; n < 2e7; n += 1) sum = (Math.imul(sum, 31) + n) | 0;
  const loop = performance.now() - began + (sum === 1 ? 1 : 0);
  let frame = 0;
  let before = await new Promise(requestAnimationFrame);
  for (let n = 0; n < ${frames}; n += 1) {
    const now = await new Promise(requestAnimationFrame);
    frame = Math.max(frame, now - before);
    before = now;
  }
  return { loop, frame };
})()`;

/** How much longer than on an idle machine things take here and now: 1 is not longer. */
export interface Slowdown {
  /** Of a blank static page, or of work that only computes: the larger of both. */
  general: number;
  /** Of the longest of frames in which nothing is done. */
  frames: number;
}

interface Sample {
  blankPaint: number;
  loop: number;
  frame: number;
}

/** Measures the machine again and again, beside what is measured of the product. */
export class Calibration {
  readonly #browser: Browser;
  readonly #url: string;
  readonly #close: () => void;
  #samples: Sample[] = [];
  #all: Sample[] = [];

  private constructor(browser: Browser, url: string, close: () => void) {
    this.#browser = browser;
    this.#url = url;
    this.#close = close;
  }

  static async start(browser: Browser): Promise<Calibration> {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(blank);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = readAddress(server.address());
    return new Calibration(browser, `http://127.0.0.1:${port}/`, () => {
      server.closeAllConnections();
      server.close();
    });
  }

  async take(): Promise<void> {
    const context = await this.#browser.newContext();
    const page = await context.newPage();
    await page.goto(this.#url);
    const blankPaint = await readFirstPaint(page);
    const sample = { blankPaint, ...measured.parse(await page.evaluate(work)) };
    await context.close();
    this.#samples.push(sample);
    this.#all.push(sample);
  }

  /** Of what was measured since the last time, at least once. */
  async sum(): Promise<Slowdown> {
    await this.take();
    const samples = this.#samples.splice(0);
    return toSlowdown(samples);
  }

  describe(): object {
    const { blankPaint, loop, frame } = findMiddles(this.#all);
    return {
      samples: this.#all.length,
      blank_paint_ms: round(blankPaint),
      loop_ms: round(loop),
      empty_frame_max_ms: round(frame),
      idle,
      slowdown: round(toSlowdown(this.#all).general, 2),
    };
  }

  stop(): void {
    this.#close();
  }
}

function findMiddles(samples: readonly Sample[]): Sample {
  const of = (name: keyof Sample): number => findMiddle(samples.map((sample) => sample[name]));
  return { blankPaint: of('blankPaint'), loop: of('loop'), frame: of('frame') };
}

function toSlowdown(samples: readonly Sample[]): Slowdown {
  const { blankPaint, loop, frame } = findMiddles(samples);
  const general = Math.max(1, blankPaint / idle.blankPaint, loop / idle.loop);
  return { general, frames: Math.max(general, frame / idle.frame) };
}

function readAddress(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The blank page has no port.');
  return address;
}
