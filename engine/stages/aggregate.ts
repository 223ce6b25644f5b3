import type { ObjectType } from '../../formula/value-type.ts';
import { type Aggregate, compileAggregate } from '../../transforms/compile-aggregate.ts';
import { addFindings, type Findings } from '../compile/findings.ts';
import type { Definition } from '../definition.ts';
import { keyProblem } from '../key-text.ts';
import { fail } from './page.ts';
import type { DescribeStage, StageBase } from './stage-base.ts';

/**
 * Makes groups of all records of a reading. A barrier: what stands behind it sees groups, and none before the reading is
 * over.
 */
export interface AggregateStage extends StageBase {
  kind: 'aggregate';
  aggregate: Aggregate;
}

export function createAggregateStage(aggregate: Aggregate): AggregateStage {
  return {
    kind: 'aggregate',
    decides: 'aggregate',
    aggregate,
    run: (subjects, { page }) => {
      const { collected } = page;
      if (collected === undefined) throw new Error('The page is none of a source whose records are grouped.');
      for (const { sourceKey, record, input } of subjects) {
        const read = aggregate.read(input);
        const problem = read.ok ? keyProblem(read.contribution.key) : read.problem;
        if (problem !== undefined) fail(page, { sourceKey, field: undefined, ...problem, record });
        else if (read.ok) collected.contributions.push(read.contribution);
      }
      return [];
    },
  };
}

/** Compiles the grouping of a definition, where it has one. @param recordType Of what is grouped. */
export function compileAggregateStage(
  { aggregate: rules }: Pick<Definition, 'aggregate'>,
  recordType: ObjectType,
  findings: Findings,
): AggregateStage | undefined {
  const compiled = rules && compileAggregate(rules, { recordType });
  if (compiled?.ok === false) addFindings(findings, compiled);
  return compiled?.ok === true ? createAggregateStage(compiled.aggregate) : undefined;
}

export const describeAggregate: DescribeStage = ({ aggregate }) =>
  aggregate === undefined ? undefined : { type: 'aggregate' };
