import { isUtf8 } from 'node:buffer';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { errorMessage } from '../../core/errors.ts';
import { type FileText, type Manifest, readManifests } from '../../as-code/manifests.ts';
import { misuse } from '../cli-error.ts';

const filePattern = /\.(?:ya?ml|json)$/i;

/**
 * Reads the resources of a file, or of every file under a folder.
 *
 * @throws {UnusableFiles} that lists everything that is wrong with all of them.
 */
export async function readFiles(path: string): Promise<Manifest[]> {
  const files: FileText[] = [];
  for (const file of await listFiles(path)) {
    const shown = relative(path, file) || basename(file);
    const bytes = await readFile(file).catch((error: unknown) => {
      throw misuse(`${shown}: ${errorMessage(error)}`);
    });
    // Other bytes would be replaced by a sign for what is not known, in names, too.
    if (!isUtf8(bytes)) throw misuse(`${shown} is not written in UTF-8.`, 'Save it in this encoding.');
    const text = new TextDecoder().decode(bytes);
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
  return (await listFolder(path, [])).toSorted();
}

/**
 * Links count as what they lead to: mounted configuration is made of them, and what is passed over is deleted by `--prune`.
 *
 * @param around Folders that this one is in, as they are called without links.
 */
async function listFolder(folder: string, around: readonly string[]): Promise<string[]> {
  const here = await realpath(folder);
  if (around.includes(here)) return [];
  const entries = (await readdir(here)).filter((name) => !name.startsWith('.') && name !== 'node_modules');
  const files = await Promise.all(
    entries.map(async (name) => {
      const path = join(folder, name);
      const entry = await stat(path).catch(() => undefined);
      if (entry?.isDirectory() === true) return listFolder(path, [...around, here]);
      if (!filePattern.test(name)) return [];
      if (entry === undefined) throw misuse(`${path} leads to nothing.`);
      return entry.isFile() ? [path] : [];
    }),
  );
  return files.flat();
}
