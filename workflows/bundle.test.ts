import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleWorkflowCode, type Logger } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ignore = (): void => undefined;
const logger: Logger = { log: ignore, trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Modules that workflow code may be made of. */
const allowed = [
  /^\.\/workflows\//,
  /^\.\/core\/pure\//,
  /^\.\/node_modules\/@temporalio\//,
  /^\.\/node_modules\/(long|ms|nexus-rpc)\//,
];

let folder: string;

beforeAll(async () => {
  // Inside the project, so that modules resolve as they do for workflows.
  folder = await mkdtemp(join(import.meta.dirname, '../.cache-bundle-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function listModules(workflowsPath: string): Promise<string[]> {
  const modules: string[] = [];
  await bundleWorkflowCode({
    workflowsPath,
    logger,
    webpackConfigHook: (config) => ({
      ...config,
      plugins: [
        ...(config.plugins ?? []),
        {
          apply: (compiler) => {
            compiler.hooks.done.tap('modules', (stats) => {
              for (const module of stats.toJson({ modules: true, nestedModules: true }).modules ?? []) {
                if (module.moduleType?.startsWith('javascript') === true && module.name !== undefined)
                  modules.push(module.name);
              }
            });
          },
        },
      ],
    }),
  });
  return modules;
}

describe('workflows/bundle', () => {
  it('holds nothing but workflows, pure vocabulary and the SDK', async () => {
    const modules = await listModules(join(import.meta.dirname, 'index.ts'));

    const strangers = modules.filter((name) => name.startsWith('./') && !allowed.some((pattern) => pattern.test(name)));
    expect(modules.some((name) => name.includes('integration-run.ts'))).toBe(true);
    expect(strangers).toEqual([]);
  });

  it('rejects a workflow that imports node:crypto', async () => {
    const file = join(folder, 'impure.ts');
    await writeFile(
      file,
      `import { randomUUID } from 'node:crypto';\nexport async function impure() { return randomUUID(); }\n`,
    );

    await expect(listModules(file)).rejects.toThrow();
  });
});
