import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../start/state/settings.ts';
import { openBrowser, openVisitor } from './browser.ts';
import { makeLively } from './lively.ts';
import { listPages } from './pages.ts';
import { startScene } from './scene.ts';

/**
 * `npm run screenshots [-- FOLDER PAGE…]`: every page of the dashboard, or those that are named, light and dark, on a desk
 * and on a telephone, into `.cache/screenshots` or the folder that is given.
 */
const [folder = join(projectRoot, '.cache', 'screenshots'), ...wanted] = process.argv.slice(2);
const calmMs = 400;
const looks = [
  { name: 'light', width: 1440, height: 900, dark: false },
  { name: 'dark', width: 1440, height: 900, dark: true },
  { name: 'phone-light', width: 390, height: 844, dark: false },
  { name: 'phone-dark', width: 390, height: 844, dark: true },
];

await mkdir(folder, { recursive: true });
const scene = await startScene('screenshots');
const browser = await openBrowser();
try {
  await makeLively(scene);
  const pages = Object.entries(listPages(scene)).filter(([name]) => wanted.length === 0 || wanted.includes(name));
  for (const { name: look, ...options } of looks) {
    const visitor = await openVisitor(browser, scene.url, { key: scene.key, ...options });
    for (const [name, path] of pages) {
      await visitor.visit(path);
      // What is asked behind the first answer: previews, the choice of a connection.
      await visitor.page.waitForTimeout(calmMs);
      await visitor.page.screenshot({ path: join(folder, `${name}.${look}.png`), fullPage: false });
    }
    await visitor.context.close();
  }
  console.log(`The pages are in ${folder}.`);
} finally {
  await browser.close();
  await scene.stop();
}
