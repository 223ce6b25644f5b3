import { type Case, listCases } from './cases.ts';
import { judge } from './judge.ts';
import { waivers } from './waivers.data.ts';

/** How the language stands to the specification's test data. */
export interface Report {
  passed: number;
  waived: number;
  /** Cases that do not pass and have no waiver, with the reason. */
  failed: string[];
  /** Waivers of cases that pass, or of none. */
  needless: string[];
}

export function report(): Report {
  const patterns = waivers.flatMap(({ cases }) => cases);
  const used = new Set<string>();
  const result: Report = { passed: 0, waived: 0, failed: [], needless: [] };
  for (const one of listCases()) {
    const pattern = findPattern(patterns, one);
    const failure = judge(one);
    if (pattern !== undefined) used.add(pattern);
    if (failure === undefined) {
      result.passed += 1;
      if (pattern !== undefined) result.needless.push(one.id);
    } else if (pattern === undefined) result.failed.push(`${one.id}: ${failure}`);
    else result.waived += 1;
  }
  result.needless.push(...patterns.filter((pattern) => !used.has(pattern)));
  return result;
}

function findPattern(patterns: readonly string[], { id }: Case): string | undefined {
  return patterns.find((pattern) => pattern === id || (pattern.endsWith('/*') && id.startsWith(pattern.slice(0, -1))));
}
