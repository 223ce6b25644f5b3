import { tmpdir } from 'node:os';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listChanges, readSharedState } from './shared-state.ts';

const folder = process.cwd();
const ignore = (): void => undefined;

afterEach(() => {
  process.chdir(folder);
  process.off('SIGUSR2', ignore);
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('test/harness/shared-state', () => {
  it.each([
    ['working directory', () => process.chdir(tmpdir())],
    ['environment variable HUB_PLANTED', () => vi.stubEnv('HUB_PLANTED', 'here')],
    ['environment variable PATH', () => vi.stubEnv('PATH', undefined)],
    ['global fetch', () => vi.stubGlobal('fetch', ignore)],
    ['listeners of SIGUSR2', () => process.on('SIGUSR2', ignore)],
  ])('finds a changed %s', (name, change) => {
    const before = readSharedState();

    expect(listChanges(before, readSharedState())).toEqual([]);
    change();
    expect(listChanges(before, readSharedState())).toEqual([name]);
  });

  it('lets libraries add globals', () => {
    const before = readSharedState();

    vi.stubGlobal('__library', {});

    expect(listChanges(before, readSharedState())).toEqual([]);
  });
});
