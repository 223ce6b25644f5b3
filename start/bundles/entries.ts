import { existsSync, readdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { isAbsolute, join } from 'node:path';

/** The processes that run from a bundle, by the folder of their `main.ts`. */
export const bundledProcesses = ['api', 'worker'] as const;

export type BundledProcess = (typeof bundledProcesses)[number];

/** Modules of a process that are loaded by their paths (`core/code/own-module.ts`), and share its modules. */
export function listShared(root: string): string[] {
  return readdirSync(join(root, 'connectors'))
    .map((id) => `connectors/${id}/index.ts`)
    .filter((path) => existsSync(join(root, path)));
}

/** Modules that are programs of threads, and share nothing with the process that starts them. */
export const threads: Readonly<Record<BundledProcess, readonly string[]>> = {
  api: ['drafts/draft-thread.ts'],
  worker: [],
};

/**
 * The packages that processes load at rest, with all that these need. The others are loaded from where they are: few processes
 * need them, they read files beside themselves, or they are native. What is loaded by `require` somewhere, or by a package
 * that stays outside, must not be bundled: there would be two of it.
 */
const bundledPackages = [
  '@hono/node-server',
  '@hpke/core',
  '@noble/hashes',
  'drizzle-orm',
  'hono',
  'ipaddr.js',
  'jose',
  'pino',
  'postgres',
  'prom-client',
  're2js',
  'uuid',
  'zod',
];
const outside = new Set(['@opentelemetry/api']);
const packageName = /^(?:@[^/]+\/)?[^/]+/;

/** Whether an import stays one, of a package from where it is. */
export function isExternal(id: string, importer: string | undefined): boolean {
  if (isBuiltin(id)) return true;
  if (/^[./#\0]/.test(id) || isAbsolute(id)) return false;
  const name = packageName.exec(id)?.[0] ?? id;
  if (outside.has(name)) return true;
  return !bundledPackages.includes(name) && importer?.includes('/node_modules/') !== true;
}
