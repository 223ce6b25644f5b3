import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../state/settings.ts';
import { buildBundles, buildInto } from './build-bundles.ts';

/**
 * Bundles API and worker: `node start/bundles/main.ts`. With `--to FOLDER`, into a new folder below the checkout whose name
 * does not change with the sources, for an image.
 */
// Whatever the caller's environment says: the same sources make the same files.
process.env['NODE_ENV'] = 'production';

process.exitCode = await main().then(
  () => 0,
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  },
);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  if (values.to === undefined) return await buildBundles(projectRoot);
  const folder = resolve(values.to);
  if (existsSync(folder)) throw new Error(`${folder} is there already, and may be of other sources. Remove it first.`);
  await buildInto(projectRoot, folder);
}
