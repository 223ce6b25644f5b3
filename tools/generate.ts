import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Output } from './generate/output.ts';
import { findDrift, renderCliPage, renderDocuments, renderKinds } from './generate/outputs.ts';

/**
 * `node tools/generate.ts`: writes the files that come from the source. `--check` only says which differ.
 */
const root = join(import.meta.dirname, '..');

if (process.argv.includes('--check')) {
  const problems = await findDrift(root);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
} else {
  await writeOutputs(await renderDocuments(root));
  // These are read from tables that were generated before.
  await writeOutputs([await renderKinds(root)]);
  await writeOutputs([await renderCliPage(root)]);
}

async function writeOutputs(outputs: readonly Output[]): Promise<void> {
  for (const { path, text } of outputs) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}
