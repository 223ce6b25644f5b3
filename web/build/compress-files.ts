import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Fonts are compressed in themselves. */
const compressible = /\.(?:html|js|css|svg|txt)$/;

/** Puts a `.br` and a `.gz` beside each file that gets smaller by it, so that serving compresses nothing. */
export async function compressFiles(folder: string, smallest: boolean): Promise<void> {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: smallest ? 11 : 9 } };
  for (const entry of await readdir(folder, { recursive: true })) {
    if (!compressible.test(entry)) continue;
    const path = join(folder, entry);
    const bytes = await readFile(path);
    const [br, gz] = await Promise.all([toBrotli(bytes, options), toGzip(bytes, { level: 9 })]);
    await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
  }
}
