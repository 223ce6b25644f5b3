import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { z } from 'zod';

/** Runs in the page, as text: nothing here knows the browser's globals. */
const tellViolations = `document.addEventListener('securitypolicyviolation', (event) =>
  tellFault('policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile));`;

/** Runs in the page: what it asks of the API is asked with a key. A request is of a key or of a session, never of both. */
const toSendKey = ({ key, hubUrl }: { key: string; hubUrl: string }): string => `{
  const send = fetch;
  window.fetch = (asked, options = {}) => {
    const { pathname, origin } = new URL(asked instanceof Request ? asked.url : asked, location.href);
    if (origin !== '${hubUrl}' || !pathname.startsWith('/v1/')) return send(asked, options);
    const headers = new Headers(options.headers ?? (asked instanceof Request ? asked.headers : {}));
    headers.delete('hub-session');
    headers.set('authorization', 'Bearer ${key}');
    return send(asked, { ...options, headers });
  };
}`;

/** Half as much to read as `axe.source`. */
const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Runs in the page: leads there by its router, and waits until that is drawn. */
const toFollow = (href: string): string => `__TSR_ROUTER__.navigate({ href: ${JSON.stringify(href)} })
  .then(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))`;

/** What people have. */
const wholeBrowsers = ['chromium', 'chromium-browser', 'google-chrome'];

/** The same engine without windows and what belongs to them takes about a fifth less of the processor. */
const browsers = ['chromium-headless-shell', ...wholeBrowsers];

/** A page of the dashboard, and all that it did which no page may do. */
export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Refusals by the policy, errors on the console, exceptions, and requests to anybody but the hub. */
  faults: string[];
  /** Goes to an address under `/app` and waits until nothing is on its way any more. */
  visit(path: string): Promise<void>;
  /**
   * Goes there as a link does, where another page is open: nothing is loaded again, which is most of the work of `visit`.
   *
   * @param shown What to wait for instead.
   */
  walk(path: string, shown?: string): Promise<void>;
  /** What axe finds on the page as it stands; with `targets`, also what is too small for a finger. */
  findBarriers(also?: 'targets'): Promise<string[]>;
}

/** Names of other machines lead nowhere. What stands for a graphics card only costs time. */
const args = [
  '--no-sandbox',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  '--disable-gpu',
];

/**
 * Opens the Chromium of this machine.
 *
 * @param which `whole` where what people wait for is measured.
 * @throws {Error} that says what to install.
 */
export function openBrowser(which?: 'whole'): Promise<Browser> {
  const executablePath = findChromium(which);
  if (executablePath === undefined) throw new Error(browserMissing);
  return chromium.launch({ executablePath, args });
}

export const browserMissing =
  'BROWSER: no Chromium is on PATH. Install one (apt-get install chromium), or give its path as CHROMIUM.';

export function findChromium(which?: 'whole'): string | undefined {
  const { CHROMIUM: named, PATH: path = '' } = process.env;
  const names = which === 'whole' ? wholeBrowsers : browsers;
  const places = names.flatMap((name) => path.split(delimiter).map((folder) => join(folder, name)));
  return [...(named === undefined ? [] : [named]), ...places].find((place) => existsSync(place));
}

export interface VisitorOptions {
  /** Sent with every question to the API, in place of a session. Without one, nobody is signed in. */
  key?: string;
  width?: number;
  height?: number;
  dark?: boolean;
  /** Hosts with ports that pages may lead to, besides the hub's. */
  others?: readonly string[];
}

/** Opens a page for one person. */
export async function openVisitor(browser: Browser, hubUrl: string, options: VisitorOptions = {}): Promise<Visitor> {
  const { key, width = 1280, height = 800, dark = false, others = [] } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
  });
  // As `expect.poll` waits: only a test that fails waits so long.
  context.setDefaultTimeout(60_000);
  const faults: string[] = [];
  const { host } = new URL(hubUrl);
  // Requests are not intercepted: a browser that has to ask for each keeps nothing of what it loaded and compiled.
  context.on('request', (request) => {
    const url = new URL(request.url());
    // Where the hub itself leads, it means to.
    if (request.redirectedFrom() !== null) return;
    if (url.host !== host && !others.includes(url.host) && url.protocol.startsWith('http'))
      faults.push(`asked ${url.host}`);
  });
  if (key !== undefined) await context.addInitScript({ content: toSendKey({ key, hubUrl }) });
  await context.exposeFunction('tellFault', (fault: string) => void faults.push(fault));
  await context.addInitScript({ content: tellViolations });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} ${message.location().url}`.trimEnd());
  });
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`));
  return {
    page,
    context,
    faults,
    visit: async (path) => {
      await page.goto(`${hubUrl}/app${path}`);
      await settle(page);
    },
    walk: async (path, shown) => {
      const address = `${hubUrl}/app${path}`;
      if (page.url().startsWith(`${hubUrl}/app`) && page.url() !== address)
        await page.evaluate(toFollow(`/app${path}`));
      else await page.goto(address);
      await (shown === undefined ? settle(page) : page.locator(shown).first().waitFor());
    },
    findBarriers: (also) => findBarriers(page, also === 'targets'),
  };
}

/** Waits until what the page asked for is there. Lists that look again by themselves never rest for long. */
export async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

const violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));

/**
 * The policy lets no script element in, but what the debugger evaluates is no part of the page. The size of targets is of WCAG 2.2,
 * whose rules axe runs on request only.
 */
async function findBarriers(page: Page, withTargets: boolean): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe);
  // What passes is not told apart element by element: most of the time went there.
  const run = `axe.run({ preload: false, selectors: false, resultTypes: ['violations'], rules: { 'target-size': { enabled: ${withTargets} } } })`;
  const found = violations.parse(await page.evaluate(`${run}.then(({ violations }) => violations)`));
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
