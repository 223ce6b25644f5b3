import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatAs } from './generate/format-as.ts';
import { renderScaffold } from './scaffold/render-scaffold.ts';

/**
 * `npm run new:connector -- ID`: makes `connectors/ID` with a connector that is complete in itself, for a REST interface
 * with tokens and numbered pages. What it says of the vendor is to be replaced. A folder that is there is left alone.
 */
const [id = ''] = process.argv.slice(2);
const root = join(import.meta.dirname, '..');

if (/^[a-z][a-z0-9_]{1,63}$/.test(id)) {
  const folder = join(root, 'connectors', id);
  await mkdir(folder);
  for (const { path, text } of renderScaffold(id)) {
    await writeFile(join(root, path), await formatAs(root, path, text), { flag: 'wx' });
  }
  console.log(
    `connectors/${id} is made. Then: node tools/generate.ts, npm run slice -- ${id}, npm run connectors:matrix.`,
  );
} else {
  console.error('Name the connector: lower-case letters, digits and underscores, a letter first.');
  process.exitCode = 2;
}
