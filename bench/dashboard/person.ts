import type { Browser, BrowserContext, Page } from 'playwright-core';
import { settle } from '../../test/web/browser.ts';
import type { Scene } from '../../test/web/scene.ts';

const viewport = { width: 1440, height: 900 };

/** Somebody who is signed in by a session, as people are. Nothing of the bench stands between page and hub. */
export interface Person {
  scene: Scene;
  /** Where sessions of the hub are: browsers keep cookies by the name of the host. */
  url: string;
  /** Opens a page in a browser context of its own, with an empty cache. */
  open(): Promise<Page>;
}

export async function signIn(browser: Browser, scene: Scene): Promise<Person> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const welcome = new URL(scene.hub.facts.welcome_url ?? scene.url);
  await page.goto(welcome.href);
  await settle(page);
  await page.getByRole('button', { name: 'Open the dashboard' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const storageState = await context.storageState();
  await context.close();
  return {
    scene,
    url: welcome.origin,
    open: async () => openPage(await browser.newContext({ viewport, storageState })),
  };
}

async function openPage(context: BrowserContext): Promise<Page> {
  // One that is not there in time is a fault of its own, not a long time.
  context.setDefaultTimeout(60_000);
  return context.newPage();
}
