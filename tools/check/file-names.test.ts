import { describe, expect, it } from 'vitest';
import { checkFileNames, isWellNamed } from './file-names.ts';

describe('tools/check/file-names', () => {
  it.each([
    'core/ids.ts',
    'core/connector-error.test.ts',
    'tools/oxlint-plugin/rooms.data.ts',
    'README.md',
    '.oxlintrc.json',
    '.ci/run',
    'connectors/cisa_kev/index.ts',
    'connectors/cisa_kev/read-feed.test.ts',
    'docs/errors/not_found.md',
    'docs/adr/0001-relay-starts-workflows.md',
    'drizzle/migrations/meta/0000_snapshot.json',
    'start/servers/temporal-cli.requirements.txt',
  ])('accepts %s', (path) => {
    expect(isWellNamed(path)).toBe(true);
  });

  it.each([
    'core/Ids.ts',
    'core/connectorError.ts',
    'core/connector_error.ts',
    'Services/a.ts',
    'services/run_jobs/a.ts',
    'connectors/cisa_kev/read_feed.ts',
    'docs/Errors.md',
    'a--b.ts',
  ])('refuses %s', (path) => {
    expect(isWellNamed(path)).toBe(false);
  });

  it('finds wrong names in a folder', async () => {
    expect(await checkFileNames(import.meta.dirname)).toEqual([]);
  });
});
