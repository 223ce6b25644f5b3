import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { buildBundles } from '../start/bundles/build-bundles.ts';
import { findBundles } from '../start/bundles/find-bundles.ts';
import { readLine } from '../start/bundles/line-table.ts';

const root = join(import.meta.dirname, '..');
/** What bundles have besides: the names of sources in stack traces. */
const ofBundles = /^start\/bundles\//;

/** Files that a process loads with a module, by their paths below the checkout. A main module ends for want of settings. */
async function listLoaded(module: string): Promise<string[]> {
  const program = `
    import { writeFileSync } from 'node:fs';
    import { registerHooks } from 'node:module';
    const urls = [];
    registerHooks({ load: (url, context, nextLoad) => (urls.push(url), nextLoad(url, context)) });
    process.on('exit', () => {
      writeFileSync(1, JSON.stringify(urls));
      process.exitCode = 0;
    });
    await import(${JSON.stringify(join(root, module))});
    process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env: {} });
  const urls: string[] = JSON.parse(stdout);
  return urls.filter((url) => url.startsWith('file:')).map((url) => url.slice(`file://${root}/`.length));
}

/** Sources of which a bundled file is made. */
function listSourcesOf(file: string): string[] {
  const count = readFileSync(join(root, file), 'utf8').split('\n').length;
  const lines = Array.from({ length: count }, (_, at) => readLine(join(root, `${file}.lines`), at + 1));
  return lines.flatMap((line) => (line === undefined ? [] : [line.source]));
}

/** A module stays for as long as its process runs: what only some work needs is loaded by that work. */
describe('test/modules-at-rest', { timeout: 120_000 }, () => {
  it('keeps packages out of the supervisor of npm start', async () => {
    const loaded = await listLoaded('start/run.ts');

    expect(loaded).toContain('start/processes/supervisor.ts');
    expect(loaded.filter((path) => path.startsWith('node_modules/'))).toEqual([]);
  });

  it('keeps the HTTP client and connectors out of an API that has done nothing', async () => {
    const loaded = await listLoaded('api/app.ts');

    expect(loaded).toContain('connectors/registry.ts');
    expect(loaded.filter((path) => /^node_modules\/undici\/|^connectors\/[^/]+\/index\.ts$/.test(path))).toEqual([]);
  });

  it('keeps libraries that few connections need out of HTTP sessions', async () => {
    const loaded = await listLoaded('connectors/drivers/http/session.ts');

    expect(loaded).toContain('node_modules/undici/lib/dispatcher/agent.js');
    expect(loaded).not.toContain('node_modules/undici/index.js');
    expect(loaded.filter((path) => /node_modules\/(?:@smithy|@aws-crypto|csv-parse|fast-xml)/.test(path))).toEqual([]);
  });

  it('keeps the gRPC client out of a worker, whose connection is that of the SDK, and its descriptors from being modules', async () => {
    const loaded = await listLoaded('worker/run-worker.ts');

    expect(loaded).toContain('node_modules/@temporalio/proto/protos/root.js');
    expect(loaded).not.toContain('node_modules/@temporalio/proto/protos/json-module.js');
    expect(loaded).not.toContain('node_modules/@grpc/grpc-js/build/src/index.js');
  });

  it('keeps the mail library out of a worker that has sent no mail', async () => {
    const loaded = await listLoaded('deliveries/start-deliveries.ts');

    expect(loaded).toContain('deliveries/send-mail.ts');
    expect(loaded.filter((path) => path.startsWith('node_modules/nodemailer/'))).toEqual([]);
  });

  it.each(['api', 'worker'])('loads with the bundle of %s nothing but what its sources load', async (name) => {
    await buildBundles(root);
    const bundles = relative(root, findBundles(root) ?? '');

    const files = await listLoaded(join(bundles, name, 'main.js'));

    const bundled = files.filter((path) => path.startsWith(`${bundles}/`));
    const others = files.filter((path) => !path.startsWith(`${bundles}/`));
    const loaded = new Set([...bundled.flatMap(listSourcesOf), ...others].filter((path) => !ofBundles.test(path)));
    const sources = new Set(await listLoaded(`${name}/main.ts`));
    expect([...loaded].filter((path) => !sources.has(path))).toEqual([]);
    expect([loaded.size > 1000, bundled.length]).toEqual([true, 4]);
  });
});
