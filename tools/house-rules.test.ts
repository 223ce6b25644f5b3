import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** A file of each room with one violation, and the rule that is to find it. */
const planted: Readonly<Record<string, { rule: string; code: string }>> = {
  'core/a.ts': {
    rule: 'hub(import-boundaries)',
    code: "import { x } from '../services/good.ts';\nexport const y = x;",
  },
  'core/pure/a.ts': { rule: 'hub(import-boundaries)', code: "export { x } from '../good.ts';" },
  'transforms/a.ts': {
    rule: 'hub(import-boundaries)',
    code: "import { x } from '#services/good';\nexport const y = x;",
  },
  'connectors/okta/a.ts': { rule: 'hub(import-boundaries)', code: "export * from '../slack/good.ts';" },
  'engine/a.ts': { rule: 'hub(import-boundaries)', code: "export const y = await import('../services/good.ts');" },
  'workflows/a.ts': {
    rule: 'hub(import-boundaries)',
    code: "import { x } from '../core/good.ts';\nexport const y = x;",
  },
  'api/a.ts': { rule: 'hub(import-boundaries)', code: "import { x } from '../engine/good.ts';\nexport const y = x;" },
  'client/a.ts': { rule: 'hub(import-boundaries)', code: "import { x } from '../core/good.ts';\nexport const y = x;" },
  'client/b.ts': { rule: 'hub(import-boundaries)', code: "export * from 'zod';" },
  'api/client.ts': { rule: 'hub(import-boundaries)', code: "export * from '../client/good.ts';" },
  'api/env.ts': { rule: 'hub(no-env-outside-config)', code: "export const y = process.env['X'];" },
  'api/fetch.ts': { rule: 'hub(no-raw-fetch)', code: "export const y = await fetch('http://a.example');" },
  'api/log.ts': { rule: 'hub(static-log-message)', code: 'declare const log: Console;\nlog.info(`${1}`);' },
  'workflows/b.ts': { rule: 'hub(no-literal-timeouts)', code: "export const y = { startToCloseTimeout: '1 m' };" },
  'engine/b.ts': { rule: 'hub(no-eval)', code: "export const y: unknown = eval('1');" },
  'core/a.test.ts': { rule: 'hub(test-root-describe)', code: "import { it } from 'vitest';\nit('x', () => {});" },
  'core/cycle-a.ts': { rule: 'import(no-cycle)', code: "import { b } from './cycle-b.ts';\nexport const a = b;" },
  'core/default.ts': { rule: 'import(no-default-export)', code: 'export default 1;' },
  'core/long.ts': {
    rule: 'eslint(max-lines)',
    code: `export const x = [${'\n  1,'.repeat(400)}\n];`,
  },
  'core/console.ts': { rule: 'eslint(no-console)', code: "console.log('x');" },
  'core/bad_name.ts': { rule: 'unicorn(filename-case)', code: 'export const x = 1;' },
  'core/floating.ts': { rule: 'typescript(no-floating-promises)', code: 'Promise.resolve(1);' },
  'core/switch.ts': {
    rule: 'typescript(switch-exhaustiveness-check)',
    code: "export function f(x: 'a' | 'b'): void {\n  switch (x) {\n    case 'a':\n  }\n}",
  },
  'core/assertion.ts': {
    rule: 'typescript(no-unsafe-type-assertion)',
    code: 'export const f = (x: unknown) => x as string;',
  },
  'core/any.ts': { rule: 'typescript(no-explicit-any)', code: 'export type X = any;' },
  'core/type-import.ts': {
    rule: 'typescript(consistent-type-imports)',
    code: "import { T } from './good.ts';\nexport type X = T;",
  },
  'core/bang.ts': { rule: 'typescript(no-non-null-assertion)', code: 'export const f = (x: string | null) => x!;' },
  'core/todo.ts': { rule: 'eslint(no-warning-comments)', code: '// TODO later\nexport const x = 1;' },
  'core/ignore.ts': { rule: 'typescript(ban-ts-comment)', code: '// @ts-ignore\nexport const x: number = "1";' },
  'core/property.ts': {
    rule: 'typescript(parameter-properties)',
    code: 'export class A {\n  constructor(readonly x: string) {}\n}',
  },
};

const good = 'export const x = 1;\nexport type T = string;\n';
const innocent = {
  'core/good.ts': good,
  'core/cycle-b.ts': "import { a } from './cycle-a.ts';\nexport const b: number = a;\n",
  'services/good.ts': good,
  'client/good.ts': good,
  'examples/a.ts': "export { x } from '../client/good.ts';\n",
  'engine/good.ts': good,
  'connectors/slack/good.ts': good,
  'activities/good.ts': good,
  'workflows/good.ts': "import type { T } from '../activities/good.ts';\nexport type Y = T;\n",
};

let directory: string;
let found: { filename: string; code: string }[];

/** Lints a folder that has the repository's own configuration and the planted files, once for all tests. */
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'hub-lint-'));
  const config: unknown = JSON.parse(await readFile(join(root, '.oxlintrc.json'), 'utf8'));
  const files = {
    ...innocent,
    ...Object.fromEntries(Object.entries(planted).map(([file, { code }]) => [file, `${code}\n`])),
    '.oxlintrc.json': JSON.stringify({ ...Object(config), jsPlugins: [join(root, 'tools/oxlint-plugin/index.ts')] }),
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, file)), { recursive: true });
    await writeFile(join(directory, file), text);
  }
  await cp(join(root, 'tsconfig.json'), join(directory, 'tsconfig.json'));
  await cp(join(root, 'package.json'), join(directory, 'package.json'));
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
  found = await lint(directory);
});

afterAll(() => rm(directory, { recursive: true }));

function lint(cwd: string): Promise<typeof found> {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [oxlint, '-f', 'json', '.'], { cwd, maxBuffer: 1 << 24 }, (_, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout).diagnostics);
      } catch {
        reject(new Error(`oxlint gave no report: ${stdout}${stderr}`));
      }
    });
  });
}

describe('tools/house-rules', () => {
  it.each(Object.entries(planted))('finds what is planted in %s', (file, { rule }) => {
    expect(found.filter(({ filename }) => filename === file).map(({ code }) => code)).toContain(rule);
  });

  it.each(Object.keys(innocent).filter((file) => file !== 'core/cycle-b.ts'))('finds nothing in %s', (file) => {
    expect(found.filter(({ filename }) => filename === file)).toEqual([]);
  });
});
