import { listFiles } from './repository-files.ts';

/** kebab-case, with further endings such as `.test.ts` or `.data.ts`; a leading dot for files of tools. */
const kebabCase = /^\.?[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/;

/** Names that others look for as they are written here. */
const fixedNames = new Set([
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'LICENSE',
  'NOTICE',
  'Dockerfile',
]);

/** Where names are ids of the hub's vocabulary, or belong to a tool or a source of data. */
const foreignNames = [
  /^connectors\/[a-z][a-z0-9_]*\//,
  /^docs\/(?:errors|connectors)\/[a-z][a-z0-9_]*\.md$/,
  /^drizzle\/migrations\/.*/,
  /^examples\/.*/,
  /^patches\/.*/,
  /^test\/histories\/.*/,
];

/** Finds files and folders that are not in kebab-case. */
export async function checkFileNames(root: string): Promise<string[]> {
  return (await listFiles(root))
    .filter((path) => !isWellNamed(path))
    .map((path) => `${path}: names are in kebab-case.`);
}

export function isWellNamed(path: string): boolean {
  const foreign = foreignNames.find((pattern) => pattern.test(path));
  const own = foreign === undefined ? path : path.replace(foreign, '');
  return own.split('/').every((part) => part === '' || fixedNames.has(part) || kebabCase.test(part));
}
