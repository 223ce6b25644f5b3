import type { FieldError } from '../../core/errors.ts';
import type { LookupUse } from '../../formula/lookup-tables.ts';

/** What compiling finds out about a definition. Paths are those of the definition. */
export interface Findings {
  /** What keeps it from running, each with what to do about it. */
  problems: FieldError[];
  /** What is probably a mistake, or may fail for some records. */
  warnings: FieldError[];
  /** The stored lookup tables that it names. */
  tables: LookupUse[];
}

export function startFindings(): Findings {
  return { problems: [], warnings: [], tables: [] };
}

/** What compiling one part of a definition gives besides the part. */
interface Compiled {
  problems?: readonly FieldError[];
  warnings?: readonly FieldError[];
  tables?: readonly LookupUse[];
}

/** Adds what was found out about a part. @param prefix Of its paths, in the definition. */
export function addFindings(
  findings: Findings,
  { problems = [], warnings = [], tables = [] }: Compiled,
  prefix = '',
): void {
  const toPlace = <Placed extends { path: string }>(placed: Placed): Placed => ({
    ...placed,
    path: `${prefix}${placed.path}`,
  });
  findings.problems.push(...problems.map(toPlace));
  findings.warnings.push(...warnings.map(toPlace));
  findings.tables.push(...tables.map(toPlace));
}
