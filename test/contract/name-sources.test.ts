import { describe, expect, it } from 'vitest';
import { nameSources } from './name-sources.ts';

function contractOf(...sources: string[]): Parameters<typeof nameSources>[0] {
  return {
    sources: sources.map((source) => ({ file: 'vendor/api.json.gz', source, version: '1', format: 'any', grade: 'A' })),
  };
}

describe('test/contract/name-sources', () => {
  it('names a description, and counts those of one place', () => {
    expect(nameSources(contractOf('github:a/b users.json', 'npm:c@1 api.json', 'github:a/b groups.json'))).toBe(
      'github:a/b (2 descriptions); npm:c@1 api.json',
    );
  });
});
