import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestModule, TestSpecification } from 'vitest/node';
import { Progress } from './report-progress.ts';

const said: string[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  said.length = 0;
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Lets the files of a run end, one after so many seconds. */
function endFiles(seconds: readonly number[]): void {
  const progress = new Progress();
  // What a file is like does not count.
  progress.onTestRunStart(seconds.map(() => ({}) as TestSpecification));
  for (const spent of seconds) {
    vi.setSystemTime(Date.now() + spent * 1000);
    progress.onTestModuleEnd({} as TestModule);
  }
}

describe('test/report-progress', () => {
  it('says how far a run is and how long it has still to go, at most every quarter of a minute', () => {
    endFiles([20, 5, 5, 6, 64]);

    expect(said).toEqual([' 1 of 5 files in 20 s, about 80 s to go\n', ' 4 of 5 files in 36 s, about 9 s to go\n']);
  });

  it('says minutes where it takes long, and nothing of a run that is over', () => {
    endFiles([200, 10, 100]);

    expect(said).toEqual([' 1 of 3 files in 3 min, about 7 min to go\n']);
  });
});
