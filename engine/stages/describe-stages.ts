import type { Definition } from '../definition.ts';
import { describeAggregate } from './aggregate.ts';
import { describeEnrich } from './enrich.ts';
import { describeFilter } from './filter.ts';
import { describeFlatten } from './flatten.ts';
import { describeMap } from './map.ts';
import { describeScript } from './script.ts';
import type { StageSummary } from './stage-base.ts';

const inOrder = [describeFilter, describeFlatten, describeEnrich, describeScript, describeAggregate, describeMap];

/** Tells which stages a definition has, in the order in which a record meets them; also of a draft. */
export function describeStages(definition: Definition): StageSummary[] {
  return inOrder.flatMap((describe) => describe(definition) ?? []);
}
