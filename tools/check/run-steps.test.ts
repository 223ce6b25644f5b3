import { describe, expect, it } from 'vitest';
import { runSteps } from './run-steps.ts';

describe('tools/check/run-steps', () => {
  it('passes when no step finds anything', async () => {
    const lines: string[] = [];

    const passed = await runSteps([{ name: 'quiet', run: () => Promise.resolve([]) }], (line) => lines.push(line));

    expect(passed).toBe(true);
    expect(lines).toEqual([expect.stringMatching(/^✓ quiet/), expect.stringMatching(/^All 1 steps passed/)]);
  });

  it('prints what a step finds, and fails', async () => {
    const lines: string[] = [];
    const steps = [
      { name: 'loud', run: () => Promise.resolve(['one\ntwo']) },
      { name: 'broken', run: () => Promise.reject(new Error('no such tool')) },
      { name: 'quiet', run: () => Promise.resolve([]) },
    ];

    const passed = await runSteps(steps, (line) => lines.push(line));

    expect(passed).toBe(false);
    expect(lines.join('\n')).toContain('    one\n    two');
    expect(lines.join('\n')).toContain('    no such tool');
    expect(lines.at(-1)).toContain('2 of 3 steps failed');
  });
});
