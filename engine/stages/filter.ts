import type { JsonObject } from '../../core/json.ts';
import type { ObjectType } from '../../formula/value-type.ts';
import { compileFilter } from '../../transforms/compile-filter.ts';
import type { RecordProblem } from '../../transforms/problem.ts';
import { addFindings, type Findings } from '../compile/findings.ts';
import type { SourceDefinition } from '../definition.ts';
import type { RunEnvironment } from '../run-environment.ts';
import { leaveOut } from './page.ts';
import type { DescribeStage, StageBase } from './stage-base.ts';

/** Leaves records out. */
export interface FilterStage extends StageBase {
  kind: 'filter';
  /** False for records that are left out; a problem for one that cannot be decided on. */
  keeps(record: JsonObject): boolean | RecordProblem;
}

export function createFilter(keeps: FilterStage['keeps']): FilterStage {
  return {
    kind: 'filter',
    decides: 'filter',
    keeps,
    run: (subjects, { page }) =>
      subjects.filter((subject) => {
        const kept = keeps(subject.input);
        if (kept === false) leaveOut(page);
        else if (kept !== true) subject.problem = kept;
        return kept !== false;
      }),
  };
}

/** Compiles the filter of a source, where it has one. */
export function compileFilterStage(
  { filter }: Pick<SourceDefinition, 'filter'>,
  recordType: ObjectType,
  findings: Findings,
): ((environment: RunEnvironment) => FilterStage) | undefined {
  if (filter === undefined) return undefined;
  const compiled = compileFilter(filter, { recordType });
  addFindings(findings, compiled, 'source.');
  if (!compiled.ok) return undefined;
  return (environment) => createFilter((record) => compiled.keep(record, environment));
}

export const describeFilter: DescribeStage = ({ source }) =>
  source?.filter === undefined ? undefined : { type: 'filter' };
