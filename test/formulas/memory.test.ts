import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const program = join(import.meta.dirname, 'map-many.ts');
const Report = z.object({ mapped: z.number(), firstMiB: z.number(), lastMiB: z.number() });
const count = 30_000;
/** Less than a tenth of what the records themselves would take. */
const growthMaxMiB = 1.5;

describe('test/formulas/memory', () => {
  it('keeps nothing of the records that it maps', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program, String(count)]);
    const { mapped, firstMiB, lastMiB } = Report.parse(JSON.parse(stdout));

    expect(mapped).toBe(count);
    expect(lastMiB - firstMiB).toBeLessThan(growthMaxMiB);
  }, 60_000);
});
