import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { z } from 'zod';
import { listFiles } from './repository-files.ts';

/**
 * Finds what documents, and comments in TypeScript and SQL, refer to and the repository does not have: paths, links with
 * their anchors, npm scripts, decisions, sections of other documents.
 */
export async function checkDocReferences(root: string): Promise<string[]> {
  const files = await listFiles(root);
  const { scripts } = manifestSchema.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  const read = (pattern: RegExp): Promise<[string, string][]> =>
    Promise.all(
      files
        .filter((file) => pattern.test(file))
        .map(async (file): Promise<[string, string]> => [file, await readFile(join(root, file), 'utf8')]),
    );
  const documents = await read(/\.md$/);
  const anchors = new Map(documents.map(([file, text]) => [file, listAnchors(text)]));
  const known = { paths: withFolders(files), scripts: new Set(Object.keys(scripts)), anchors };
  // The test of this check has the references that it has to find.
  const sources = (await read(/\.(?:ts|sql)$/)).filter(([file]) => file !== 'tools/check/doc-references.test.ts');
  return [
    ...documents.flatMap(([file, text]) => findBroken(file, text, known)),
    ...sources.flatMap(([file, text]) => findBrokenInComments(file, text, known)),
  ];
}

const manifestSchema = z.object({ scripts: z.record(z.string(), z.string()) });

/** What documents may name. */
export interface Known {
  /** Files and folders, from the root. */
  paths: ReadonlySet<string>;
  scripts: ReadonlySet<string>;
  /** What of a document can be linked to, by its path. */
  anchors: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Anchors of the headings of a document, as GitHub makes them; a second one of a name ends in `-1`. */
export function listAnchors(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.replaceAll(fence, '').matchAll(/^#{1,6} (.+)$/gm)) {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    let free = anchor;
    for (let number = 1; anchors.has(free); number += 1) free = `${anchor}-${number}`;
    anchors.add(free);
  }
  return anchors;
}

function withFolders(files: readonly string[]): Set<string> {
  const paths = new Set(files);
  for (const file of files) for (let at = dirname(file); at !== '.'; at = dirname(at)) paths.add(at);
  return paths;
}

const link = /\[[^\]]*\]\(([^)\s]+)\)/g;
const inlineCode = /`([^`\n]+)`/g;
const fence = /^[ \t]*```[\s\S]*?^[ \t]*```/gm;
const script = /\bnpm run ([a-z][a-z0-9:-]*)/g;
/** A path without placeholders (`{code}`, `*`, `ID`), in one of the repository's own folders. */
const ownPath = /^(?:\.\/)?[a-z.][a-z0-9_.-]*(?:\/[a-zA-Z0-9_.-]+)+\/?$/;
const placeholder = /(?:^|\/)(?:ID|NAME|YYYY)(?:\/|$)/;

export function findBroken(file: string, text: string, known: Known): string[] {
  const prose = text.replaceAll(fence, '');
  const targets = captures(prose, link).filter((target) => !/^[a-z]+:/.test(target));
  const links = targets
    .filter((target) => !target.startsWith('#'))
    .map((target) => normalize(join(dirname(file), target.replace(/#.*$/, ''))));
  const named = captures(prose, inlineCode)
    .filter((code) => isOwnPath(code, known))
    .map((code) => normalize(code));
  const missing = [...links, ...named].map((path) => path.replace(/\/$/, '')).filter((path) => !known.paths.has(path));
  const unlabelled = targets.filter((target) => {
    const [path = '', anchor] = target.split('#');
    const anchors = known.anchors.get(path === '' ? file : normalize(join(dirname(file), path)));
    return anchor !== undefined && anchors !== undefined && !anchors.has(anchor);
  });
  const scripts = captures(text, script).filter((name) => !known.scripts.has(name));
  return [
    ...missing.map((path) => `${file} names ${path}, which does not exist.`),
    ...unlabelled.map((target) => `${file} links to ${target}, which is no heading there.`),
    ...scripts.map((name) => `${file} names \`npm run ${name}\`, which package.json does not have.`),
  ];
}

const comment = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|^[ \t]*--[^\n]*/gm;
const documentPath = /(?<![\w/.-])((?:docs\/[\w./-]*|[A-Z]+)\.md(?:#[\w-]+)?)/g;
const decision = /\bADR (\d+)\b/g;
/** A section of a document whose name is in capitals. Standards have a number between: `RFC 9110 §5`. */
const section = /\b([A-Z]{3,}(?:\.md)?) ?§/g;

/** Finds what comments of a source file refer to: documents, decisions, and paths in backquotes. */
export function findBrokenInComments(file: string, text: string, known: Known): string[] {
  const comments = (text.match(comment) ?? []).join('\n');
  const documents = captures(comments, documentPath);
  const named = captures(comments, inlineCode).filter(
    (code) => isOwnPath(code, known) && !documents.includes(code) && /\.\w+$/.test(code),
  );
  const missing = [...documents.map((target) => target.replace(/#.*$/, '')), ...named.map((code) => normalize(code))];
  const unlabelled = documents.filter((target) => {
    const [path = '', anchor] = target.split('#');
    return anchor !== undefined && known.anchors.get(path)?.has(anchor) === false;
  });
  const decisions = captures(comments, decision).filter(
    (number) => ![...known.paths].some((path) => path.startsWith(`docs/adr/${number.padStart(4, '0')}-`)),
  );
  return [
    ...missing.filter((path) => !known.paths.has(path)).map((path) => `${file} names ${path}, which does not exist.`),
    ...unlabelled.map((target) => `${file} names ${target}, which is no heading there.`),
    ...decisions.map((number) => `${file} names ADR ${number}, which does not exist.`),
    ...captures(comments, section).map((name) => `${file} cites a section of ${name}: name a page of docs/ or an ADR.`),
  ];
}

function isOwnPath(code: string, known: Known): boolean {
  return ownPath.test(code) && !placeholder.test(code) && known.paths.has(topFolder(code));
}

function captures(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '');
}

function topFolder(path: string): string {
  return normalize(path).split('/')[0] ?? '';
}
