import type { AggregateStage } from './aggregate.ts';
import type { EnrichStage } from './enrich.ts';
import type { FlattenStage } from './flatten.ts';
import type { FilterStage } from './filter.ts';
import type { MapStage } from './map.ts';
import type { ScriptStage } from './script.ts';
import type { ValidateStage } from './validate.ts';

/** What is done with the records of a run between its source and its target. A plan has them in their order. */
export type Stage = FilterStage | ValidateStage | FlattenStage | EnrichStage | ScriptStage | AggregateStage | MapStage;

/** The first stage of a kind. */
export function findStage<Kind extends Stage['kind']>(
  { stages }: { stages: readonly Stage[] },
  kind: Kind,
): Extract<Stage, { kind: Kind }> | undefined {
  return stages.find((stage): stage is Extract<Stage, { kind: Kind }> => stage.kind === kind);
}
