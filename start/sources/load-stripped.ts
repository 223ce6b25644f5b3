import { readFileSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** This file runs as one of the stripped sources, from `.cache/stripped/start/sources/`, and so imports no other. */
const strippedDir = join(import.meta.dirname, '../..');
const root = join(strippedDir, '../..');
const rootUrl = pathToFileURL(join(root, '/')).href;

/**
 * Answers imports of our sources with what `strip-sources.ts` wrote: the process then needs neither the compiler that strips
 * types, 25 MB, nor Node's compile cache, which keeps all that it has read in memory, about 10 MB. A source that has changed
 * since is left to Node.
 *
 * @see https://nodejs.org/docs/latest-v24.x/api/module.html#moduleregisterhooksoptions
 */
registerHooks({
  load(url, context, nextLoad) {
    const source = url.startsWith(rootUrl) && url.endsWith('.ts') ? readStripped(fileURLToPath(url)) : undefined;
    return source === undefined ? nextLoad(url, context) : { format: 'module', source, shortCircuit: true };
  },
});

function readStripped(path: string): string | undefined {
  const stripped = `${join(strippedDir, path.slice(root.length))}.js`;
  try {
    const isNewest = statSync(stripped).mtime.getTime() === statSync(path).mtime.getTime();
    return isNewest ? readFileSync(stripped, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
