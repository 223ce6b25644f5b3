import type { FieldError } from '../../core/errors.ts';
import type { Findings } from '../../engine/compile/findings.ts';

/** Adds findings at paths that nothing was found at yet. */
export function addMissing(
  findings: Findings,
  { problems, warnings }: { problems: readonly FieldError[]; warnings: readonly FieldError[] },
): void {
  const known = new Set([...findings.problems, ...findings.warnings].map(({ path }) => path));
  const isNew = ({ path }: FieldError): boolean => !known.has(path);
  findings.problems.push(...problems.filter(isNew));
  findings.warnings.push(...warnings.filter(isNew));
}
