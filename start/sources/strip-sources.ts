import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { listSources } from './list-sources.ts';

/**
 * `node strip-sources.ts ROOT FOLDER`: writes the JavaScript of each source of ROOT that has changed, `api/main.ts` as
 * `FOLDER/api/main.ts.js`. Lines and columns stay, as Node leaves spaces for types.
 */
const [root = '', folder = ''] = process.argv.slice(2);
for (const path of listSources(root)) {
  const stripped = `${join(folder, relative(root, path))}.js`;
  const { mtime } = statSync(path);
  if (statSync(stripped, { throwIfNoEntry: false })?.mtime.getTime() === mtime.getTime()) continue;
  mkdirSync(dirname(stripped), { recursive: true });
  writeFileSync(stripped, stripTypeScriptTypes(readFileSync(path, 'utf8')));
  // Last: a file without the time of its source is taken for unfinished.
  utimesSync(stripped, mtime, mtime);
}
