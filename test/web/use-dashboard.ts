import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startTimeoutMs, stopTimeoutMs } from '../harness/people-hub.ts';
import {
  browserMissing,
  findChromium,
  openBrowser,
  openVisitor,
  type Visitor,
  type VisitorOptions,
} from './browser.ts';

/** What serves the dashboard to the tests of a file. */
export interface Stage {
  /** Where its pages are. */
  url: string;
  /** May do everything. */
  key: string;
  /** Hosts with ports that pages may lead to, besides the hub's. */
  others?: readonly string[];
  stop(): Promise<void>;
}

export interface Dashboard<Served extends Stage> {
  /** This machine has no browser: skip the tests. */
  readonly isAbsent: boolean;
  readonly place: Served;
  readonly browser: Browser;
  /** Stays from test to test. */
  readonly person: Visitor;
  /** Opens a page for another person, who is not signed in unless told. */
  open(options?: VisitorOptions): Promise<Visitor>;
}

const isAbsent = findChromium() === undefined;
if (isAbsent) console.warn(`${browserMissing} The tests of the dashboard are SKIPPED.`);

/**
 * Serves the dashboard to the tests of a file and opens a browser.
 *
 * @param person How the one who stays looks at it. `as`: with the key of the place unless told.
 */
export function useDashboard<Served extends Stage>(
  start: () => Promise<Served>,
  { as = 'key', ...person }: VisitorOptions & { as?: 'key' | 'nobody' } = {},
): Dashboard<Served> {
  let place: Served | undefined;
  let browser: Browser | undefined;
  let opened: Visitor | undefined;
  const open: Dashboard<Served>['open'] = (options) => {
    const { url, others = [] } = had(place);
    return openVisitor(had(browser), url, { others, ...options });
  };
  if (!isAbsent) {
    beforeAll(async () => {
      [place, browser] = await Promise.all([start(), openBrowser()]);
      opened = await open({ ...(as === 'key' ? { key: place.key } : {}), ...person });
    }, startTimeoutMs);
    afterAll(async () => {
      await browser?.close();
      await place?.stop();
    }, stopTimeoutMs);
  }
  return {
    isAbsent,
    get place() {
      return had(place);
    },
    get browser() {
      return had(browser);
    },
    get person() {
      return had(opened);
    },
    open,
  };
}

function had<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('The dashboard is there once the tests of the file run.');
  return thing;
}
