import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../start/state/settings.ts';
import { slowFiles } from './slow-files.data.ts';

describe('test/slowest-first', () => {
  it('knows slow files that are there', () => {
    expect(slowFiles.filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
  });
});
