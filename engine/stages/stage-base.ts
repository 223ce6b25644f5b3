import type { Explanation } from '../../core/explanations.ts';
import type { JsonObject } from '../../core/json.ts';
import type { RecordProblem } from '../../transforms/problem.ts';
import type { Definition } from '../definition.ts';
import type { PreparedPage, PreparePorts } from './page.ts';

/** What all stages have in common. */
export interface StageBase {
  kind: 'filter' | 'validate' | 'flatten' | 'enrich' | 'script' | 'aggregate' | 'map';
  /** Takes records on, in their order; those that go no further are counted on the page. */
  run(subjects: readonly Subject[], work: StageWork): Subject[] | Promise<Subject[]>;
  /** What a record is said to be decided by that came no further. */
  decides: Explanation['decided_by'];
}

/** What a stage works with. */
export interface StageWork {
  ports: PreparePorts;
  page: PreparedPage;
  signal: AbortSignal;
  /** Told which stage records have come to. */
  onStage?: ((stage: StageBase, subjects: readonly Subject[]) => void) | undefined;
}

/** A record on its way through the stages, which change it as they go. */
export interface Subject {
  /** Absent before the record is identified, and where it has no key. */
  sourceKey: string | undefined;
  /** As read. */
  readonly record: JsonObject;
  /** What the next stage reads. */
  input: JsonObject;
  /** Why the record fails, once it is known which of several with one key counts. */
  problem?: RecordProblem | undefined;
}

/** A stage as a definition says it. */
export interface StageSummary {
  type: 'filter' | 'flatten' | 'enrich' | 'script' | 'aggregate' | 'mapping';
  /** How many rules it has, where it has rules. */
  rules?: number;
}

/** Tells of a stage what a definition says of it; nothing where it has none. */
export type DescribeStage = (definition: Definition) => StageSummary | undefined;

/** Takes records through stages. @throws what a stage throws. */
export async function runStages(
  stages: readonly StageBase[],
  subjects: readonly Subject[],
  work: StageWork,
): Promise<readonly Subject[]> {
  let left = subjects;
  for (const stage of stages) {
    if (left.length === 0) return left;
    work.onStage?.(stage, left);
    left = await stage.run(left, work);
  }
  return left;
}
