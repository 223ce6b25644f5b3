import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { projectRoot } from '../start/state/settings.ts';
import { slowFiles } from './slow-files.data.ts';

/** Begins with the files that are known to be slow; the rest follows in the order that vitest gives it. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- It is the method of a sequencer.
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const place = slowFiles.indexOf(relative(projectRoot, moduleId));
  return place === -1 ? slowFiles.length : place;
}
