import { join } from 'node:path';
import { buildWeb } from './build-web.ts';

/**
 * Builds the dashboard: `node web/build/main.ts`. With `--smallest`, files are compressed as far as it goes, which is
 * worth its time where they are built once for many.
 */
// Whatever the caller's environment says: the same sources make the same files, without the checks of development.
process.env['NODE_ENV'] = 'production';

process.exitCode = await buildWeb(join(import.meta.dirname, '..', '..'), process.argv.includes('--smallest')).then(
  () => 0,
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  },
);
