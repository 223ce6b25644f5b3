import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { errorMessage } from '../../core/errors.ts';
import { type FileText, type Manifest, readManifests } from '../../as-code/manifests.ts';
import { misuse } from '../cli-error.ts';

const filePattern = /\.(?:ya?ml|json)$/;

/**
 * Reads the resources of a file, or of every file under a folder.
 *
 * @throws {UnusableFiles} that lists everything that is wrong with all of them.
 */
export async function readFiles(path: string): Promise<Manifest[]> {
  const files: FileText[] = [];
  for (const file of await listFiles(path)) {
    const shown = relative(path, file) || basename(file);
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      throw misuse(`${shown}: ${errorMessage(error)}`);
    });
    files.push({ file: shown, folder: dirname(file), text });
  }
  const manifests = await readManifests(files);
  // A path that was mistyped must not be an organization without anything, least of all with --prune.
  if (manifests.length === 0) throw misuse(`${path} holds no resource.`, 'Files end in .yaml, .yml or .json.');
  return manifests;
}

async function listFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw misuse(`There is no ${path}.`);
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && filePattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/(?:^|\/)(?:\.|node_modules\/)/.test(relative(path, file)))
    .toSorted();
}
