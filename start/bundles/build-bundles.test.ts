import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '../state/settings.ts';
import { bundlesDir, findBundles } from './find-bundles.ts';

const run = promisify(execFile);

/** Of the checkout: what builds, and what a bundle asks where its modules are. */
const copied = [
  'start/bundles',
  'start/state',
  'start/problem.ts',
  'core/config',
  'core/code/own-module.ts',
  'core/code/to-ascii.ts',
  'package.json',
  'package-lock.json',
];

const program = `
  import { createRequire } from 'node:module';
  import { Worker } from 'node:worker_threads';
  import { locateModule } from '../core/code/own-module.ts';
  import { state } from '../core/state.ts';
  state.loads += 1;
  const { connector } = createRequire(import.meta.url)(locateModule('connectors/one/index.ts'));
  const [fromThread] = await new Promise((resolve) => {
    new Worker(locateModule('drafts/draft-thread.ts')).once('message', (message) => resolve([message]));
  });
  const { later } = await import('./later.ts');
  console.log(JSON.stringify({ ...state, connector, fromThread, later: later(), dirname: import.meta.dirname }));`;

const files: Readonly<Record<string, string>> = {
  'core/state.ts': 'export const state = { loads: 0 };',
  'connectors/one/index.ts':
    "import { state } from '../../core/state.ts';\nexport const connector = `loaded after ${state.loads}`;",
  'drafts/draft-thread.ts': "import { parentPort } from 'node:worker_threads';\nparentPort?.postMessage('é – 𝔘');",
  'api/main.ts': program,
  'api/later.ts': `
    class Odd extends Error {}

    export const later = (): unknown => new Odd('why').stack?.split('\\n', 2);`,
  'worker/main.ts': "console.log('worker');",
};

let root: string;

/** A checkout as small as can be, since what is tried here is what becomes of builds. */
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hub-bundles-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const path of copied) cpSync(join(projectRoot, path), join(root, path), { recursive: true });
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  for (const [path, text] of Object.entries(files)) writeSource(path, text);
});

function writeSource(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const build = (...args: string[]) => run(process.execPath, [join(root, 'start/bundles/main.ts'), ...args]);
const listBuilds = () => (existsSync(bundlesDir(root)) ? readdirSync(bundlesDir(root)) : []);

async function execute(name: string): Promise<string> {
  const { stdout } = await run(process.execPath, [join(findBundles(root) ?? 'none', name, 'main.js')]);
  return stdout.trim();
}

describe('start/bundles/build-bundles', { timeout: 60_000 }, () => {
  it('keeps what modules mean: their state, their places, what they load later, and their names', async () => {
    await build();

    expect(JSON.parse(await execute('api'))).toEqual({
      loads: 1,
      connector: 'loaded after 1',
      fromThread: 'é – 𝔘',
      later: ['Error: why', '    at later (api/later.ts:4)'],
      dirname: join(root, 'api'),
    });
    const folder = join(findBundles(root) ?? '', 'api');
    const later = readdirSync(folder).filter((name) => /^later-.*\.js$/.test(name));
    expect(later).toHaveLength(1);
    expect(readFileSync(join(folder, 'drafts/draft-thread.js'), 'utf8')).toMatch(/^[\0-\x7f]*$/);
  });

  it('runs no bundle of sources that have changed since, until it is built again', async () => {
    await build();
    const first = listBuilds();
    writeSource('worker/main.ts', "console.log('second');");

    expect(findBundles(root)).toBeUndefined();
    await build();
    expect(await execute('worker')).toBe('second');
    expect(listBuilds()).toEqual(expect.arrayContaining(first));
    writeSource('connectors/two/index.ts', 'export const connector = 2;');
    expect(findBundles(root)).toBeUndefined();
  });

  it('keeps a few builds for hubs that run of them', async () => {
    for (let age = 1; age <= 6; age += 1) {
      const folder = join(bundlesDir(root), `before-${age}`);
      mkdirSync(folder, { recursive: true });
      utimesSync(folder, 1000 - age, 1000 - age);
    }

    await build();

    const kept = [1, 2, 3, 4].map((age) => `before-${age}`);
    expect(listBuilds().toSorted()).toEqual([...kept, basename(findBundles(root) ?? '')].toSorted());
  });

  it('is one build where two are made at once', async () => {
    await Promise.all([build(), build(), build()]);

    expect(listBuilds()).toHaveLength(1);
    expect(await execute('worker')).toBe('worker');
  });

  it('leaves none where it is killed, and is not held up by what that left', async () => {
    const killed = spawn(process.execPath, [join(root, 'start/bundles/main.ts')], { stdio: 'ignore' });
    await expect.poll(listBuilds, { interval: 1, timeout: 30_000 }).toEqual([`.work-${killed.pid}`]);
    killed.kill('SIGKILL');
    await once(killed, 'exit');

    expect(findBundles(root)).toBeUndefined();
    await build();
    expect(await execute('worker')).toBe('worker');
  });

  it('builds into a folder for an image, which it neither takes for built nor clears of others', async () => {
    const images = join(root, '.cache/images');
    for (let n = 0; n < 7; n += 1) mkdirSync(join(images, `of-others-${n}`), { recursive: true });

    await build('--to', join(images, 'hub'));

    const { stdout } = await run(process.execPath, [join(images, 'hub/worker/main.js')]);
    expect(stdout.trim()).toBe('worker');
    expect(readdirSync(images)).toHaveLength(8);
    await expect(build('--to', join(images, 'hub'))).rejects.toThrow('is there already');
  });

  it('leaves none where it fails, and says why', async () => {
    writeSource('worker/main.ts', "import './nowhere.ts';");

    await expect(build()).rejects.toThrow('nowhere');
    expect([findBundles(root), listBuilds()]).toEqual([undefined, []]);
  });
});
