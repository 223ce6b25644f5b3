import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readIdentifiers } from './read-identifiers.ts';
import { listFiles } from './repository-files.ts';
import { oldWords, type OldWord } from './words.data.ts';

/** Finds identifiers and file names with words that the glossary replaces, and exceptions that are no longer needed. */
export async function checkWords(root: string): Promise<string[]> {
  const used = new Set<string>();
  const findings: string[] = [];
  for (const path of await listFiles(root)) {
    if (!path.endsWith('.ts')) continue;
    findings.push(...findOldWords(path, await readFile(join(root, path), 'utf8'), oldWords, used));
  }
  return [...findings, ...findUnneeded(oldWords, used)];
}

/** @param used Receives the exceptions that apply, as `word path`. */
export function findOldWords(
  path: string,
  source: string,
  words: readonly OldWord[],
  used = new Set<string>(),
): string[] {
  const fileName = basename(path).replace(/\..*$/, '');
  const names = [
    { name: toCamelCase(fileName), place: `${path}: the file name` },
    ...readIdentifiers(source).map(({ name, line }) => ({ name, place: `${path}:${line}: \`${name}\`` })),
  ];
  const findings = new Set<string>();
  for (const { name, place } of names) {
    for (const old of words) {
      if (!contains(name, old) || isUnder(path, old.ordinaryIn)) continue;
      const exception = old.pending?.find((pending) => isUnder(path, [pending]));
      if (exception === undefined) findings.add(`${place} says "${old.word}"; the glossary has: ${old.instead}.`);
      else used.add(`${old.word} ${exception}`);
    }
  }
  return [...findings];
}

/** Finds exceptions that no file needs. */
export function findUnneeded(words: readonly OldWord[], used: ReadonlySet<string>): string[] {
  return words.flatMap(({ word, pending = [] }) =>
    pending
      .filter((path) => !used.has(`${word} ${path}`))
      .map((path) => `tools/check/words.data.ts: ${path} no longer says "${word}"; remove the exception.`),
  );
}

function isUnder(path: string, folders: readonly string[] = []): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

function contains(name: string, { word, after = [] }: OldWord): boolean {
  if (/^[A-Z]/.test(word)) return name === word;
  // A cheap look first: few identifiers contain any of the words.
  if (!name.toLowerCase().includes(word.toLowerCase())) return false;
  const [parts, wanted] = [splitWords(name), splitWords(word)];
  return parts.some(
    (_, start) =>
      wanted.every((part, index) => parts[start + index] === part) && !after.includes(parts[start - 1] ?? ''),
  );
}

/** Splits `HTTPServer_name` into `http`, `server` and `name`. */
function splitWords(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((part) => part.toLowerCase());
}

function toCamelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, first: string) => first.toUpperCase());
}
