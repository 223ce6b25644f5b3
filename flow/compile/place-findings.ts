import type { Findings } from '../../engine/compile/findings.ts';

/** Adds the findings of a part of a definition. @param toPath Gives the path in the definition for one in the part. */
export function placeFindings(findings: Findings, part: Findings, toPath: (path: string) => string): void {
  const place = <Placed extends { path: string }>(placed: Placed): Placed => ({ ...placed, path: toPath(placed.path) });
  findings.problems.push(...part.problems.map(place));
  findings.warnings.push(...part.warnings.map(place));
  findings.tables.push(...part.tables.map(place));
}
