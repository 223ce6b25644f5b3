import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../../services/shared/scopes.ts';
import { projectRoot } from '../../start/state/settings.ts';
import { listFiles } from '../../tools/check/repository-files.ts';
import { startTestApi, type TestApi } from '../api/harness.ts';
import { findMisuse, findUnknownPart, listHubCommands } from './hub-commands.ts';
import { isUnknownOperation, listOperations, listVariables, type Served } from './named.ts';
import { listInlineCode, listSteps, readPages } from './pages.ts';

const pages = await readPages();

let api: TestApi;
let served: Served[];
/** Every word of the source in capitals, without that of tests: names of variables are among them. */
let words: Set<string>;

beforeAll(async () => {
  api = await startTestApi();
  // Metrics have a port of their own.
  served = [...api.app.routes.map(({ method, path }) => ({ method, path })), { method: 'GET', path: '/metrics' }];
  const files = (await listFiles(projectRoot)).filter(
    (file) => /\.(?:ts|ya?ml|sh|sql)$|Dockerfile$/.test(file) && !/^(?:test|bench)\/|\.test\.ts$/.test(file),
  );
  const texts = await Promise.all(files.map((file) => readFile(join(projectRoot, file), 'utf8')));
  words = new Set(texts.flatMap((text) => text.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? []));
});

afterAll(() => api.close());

/** True also for a name that the source makes of a beginning: `HUB_CREDENTIALS_` and the name of a connection. */
function isRead(name: string): boolean {
  return words.has(name) || [...words].some((word) => word.endsWith('_') && name.startsWith(word));
}

describe('test/docs/names', () => {
  it.each(pages)('names in $path only operations that are served', (page) => {
    const unknown = listOperations(page).filter((operation) => isUnknownOperation(operation, served));

    expect(unknown).toEqual([]);
  });

  it.each(pages)('names in $path only variables that something reads', (page) => {
    expect(listVariables(page).filter((name) => !isRead(name))).toEqual([]);
  });

  it.each(pages)('names in $path only scopes that there are', (page) => {
    const named = listInlineCode(page).filter((code) => /^[a-z_]+:(?:read|write|test|execute)$/.test(code));

    expect(named.filter((scope) => !new Set<string>(scopes).has(scope))).toEqual([]);
  });

  it.each(pages)('types in $path only `hub` commands that there are', async (page) => {
    const shells = page.fences.filter(({ language }) => language === 'sh').map(({ text }) => text);
    const typed = listHubCommands(shells.join('\n'));
    const misuses = await Promise.all(typed.map(async (line) => ({ line, misuse: await findMisuse(line) })));
    const mentioned = listInlineCode(page).flatMap((code) => (code.startsWith('hub ') ? listHubCommands(code) : []));
    const unknown = mentioned.map((line) => ({ line, misuse: findUnknownPart(line) }));

    expect([...misuses, ...unknown].filter(({ misuse }) => misuse !== undefined)).toEqual([]);
  });

  it('finds something to look at', () => {
    expect(pages.flatMap(listOperations).length).toBeGreaterThan(40);
    expect(pages.flatMap(listVariables).length).toBeGreaterThan(40);
    expect(
      pages.flatMap((page) =>
        listHubCommands(
          listSteps(page)
            .map(({ commands }) => commands)
            .join('\n'),
        ),
      ).length,
    ).toBeGreaterThan(20);
  });
});
