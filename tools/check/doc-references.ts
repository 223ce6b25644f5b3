import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { z } from 'zod';
import { listFiles } from './repository-files.ts';

/** Finds paths, links and npm scripts that the documents name and the repository does not have. */
export async function checkDocReferences(root: string): Promise<string[]> {
  const files = await listFiles(root);
  const { scripts } = manifestSchema.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  const known = { paths: withFolders(files), scripts: new Set(Object.keys(scripts)) };
  const documents = files.filter((file) => file.endsWith('.md'));
  const problems = documents.map(async (file) => findBroken(file, await readFile(join(root, file), 'utf8'), known));
  return (await Promise.all(problems)).flat();
}

const manifestSchema = z.object({ scripts: z.record(z.string(), z.string()) });

/** What documents may name. */
export interface Known {
  /** Files and folders, from the root. */
  paths: ReadonlySet<string>;
  scripts: ReadonlySet<string>;
}

function withFolders(files: readonly string[]): Set<string> {
  const paths = new Set(files);
  for (const file of files) for (let at = dirname(file); at !== '.'; at = dirname(at)) paths.add(at);
  return paths;
}

const link = /\[[^\]]*\]\(([^)\s]+)\)/g;
const inlineCode = /`([^`\n]+)`/g;
const fence = /^```[\s\S]*?^```/gm;
const script = /\bnpm run ([a-z][a-z0-9:-]*)/g;
/** A path without placeholders (`{code}`, `*`, `ID`), in one of the repository's own folders. */
const ownPath = /^(?:\.\/)?[a-z.][a-z0-9_.-]*(?:\/[a-zA-Z0-9_.-]+)+\/?$/;
const placeholder = /(?:^|\/)(?:ID|NAME|YYYY)(?:\/|$)/;

export function findBroken(file: string, text: string, known: Known): string[] {
  const prose = text.replaceAll(fence, '');
  const links = captures(prose, link)
    .filter((target) => !/^(?:[a-z]+:|#)/.test(target))
    .map((target) => normalize(join(dirname(file), target.replace(/#.*$/, ''))));
  const named = captures(prose, inlineCode)
    .filter((code) => ownPath.test(code) && !placeholder.test(code) && known.paths.has(topFolder(code)))
    .map((code) => normalize(code));
  const missing = [...links, ...named].map((path) => path.replace(/\/$/, '')).filter((path) => !known.paths.has(path));
  const scripts = captures(text, script).filter((name) => !known.scripts.has(name));
  return [
    ...missing.map((path) => `${file} names ${path}, which does not exist.`),
    ...scripts.map((name) => `${file} names \`npm run ${name}\`, which package.json does not have.`),
  ];
}

function captures(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '');
}

function topFolder(path: string): string {
  return normalize(path).split('/')[0] ?? '';
}
