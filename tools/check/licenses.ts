import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Licences that ask for attribution at most. Running or shipping the hub requires nothing else. @see https://spdx.org/licenses/ */
const permissive: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages that name their licence in another way; what their `LICENSE` file is was read. */
const readByHand: ReadonlyMap<string, string> = new Map([
  ['buildcheck', 'MIT'],
  ['cpu-features', 'MIT'],
  ['ssh2', 'MIT'],
  ['unionfs', 'Unlicense'],
]);

const lockfileSchema = z.object({
  packages: z.record(z.string(), z.object({ license: z.string().optional(), dev: z.boolean().optional() })),
});

export interface LicensedPackage {
  name: string;
  /** An SPDX expression; `undefined` where the package names none. */
  license: string | undefined;
}

/** Finds packages that run with the hub and whose licence binds more than attribution, or is not known. */
export async function checkLicenses(root: string): Promise<string[]> {
  return findUnfit(await readRuntimePackages(root));
}

/** Every package that is installed to run the hub, with its licence. */
export async function readRuntimePackages(root: string): Promise<LicensedPackage[]> {
  return listRuntimePackages(await readFile(join(root, 'package-lock.json'), 'utf8'));
}

export function listRuntimePackages(lockfile: string): LicensedPackage[] {
  const { packages } = lockfileSchema.parse(JSON.parse(lockfile));
  return Object.entries(packages).flatMap(([path, { license, dev }]) => {
    if (path === '' || dev === true) return [];
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return [{ name, license: license ?? readByHand.get(name) }];
  });
}

export function findUnfit(packages: readonly LicensedPackage[]): string[] {
  return packages.flatMap(({ name, license }) => {
    if (license === undefined) return [`${name} names no licence. Read its LICENSE file, and add it to ${here}.`];
    if (isPermissive(license)) return [];
    return [
      `${name} is under ${license}, which is not known to ask for attribution only. Do without it, or see ${here}.`,
    ];
  });
}

const here = 'tools/check/licenses.ts';

/** `A OR B` leaves the choice, `A AND B` asks for both. Parentheses stand around the whole of an expression only. */
function isPermissive(expression: string): boolean {
  const choices = expression.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((license) => permissive.has(license.trim())));
}
