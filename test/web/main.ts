import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../start/state/settings.ts';
import { openBrowser, openVisitor } from './browser.ts';
import { listPages } from './pages.ts';
import { startScene } from './scene.ts';

/**
 * `npm run screenshots`: every page of the dashboard, light and dark, on a desk and on a telephone, into
 * `.cache/screenshots` or the folder that is given.
 */
const folder = process.argv[2] ?? join(projectRoot, '.cache', 'screenshots');
const looks = [
  { name: 'light', width: 1280, height: 800, dark: false },
  { name: 'dark', width: 1280, height: 800, dark: true },
  { name: 'phone-light', width: 390, height: 844, dark: false },
  { name: 'phone-dark', width: 390, height: 844, dark: true },
];

await mkdir(folder, { recursive: true });
const scene = await startScene('screenshots');
const browser = await openBrowser();
try {
  for (const { name: look, ...options } of looks) {
    const visitor = await openVisitor(browser, scene.url, { key: scene.key, ...options });
    for (const [name, path] of Object.entries(listPages(scene))) {
      await visitor.visit(path);
      await visitor.page.screenshot({ path: join(folder, `${name}.${look}.png`), fullPage: false });
    }
    await visitor.context.close();
  }
  console.log(`The pages are in ${folder}.`);
} finally {
  await browser.close();
  await scene.hub.stop();
}
