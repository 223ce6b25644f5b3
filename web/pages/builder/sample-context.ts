import { createContext, useContext } from 'react';
import type { PreviewedRecord } from '../../../client/operations.data.ts';
import type { JsonObject } from '../../model/json.ts';

/** The sample that is shown beside the work, and what the definition makes of it. */
export interface Sample {
  record: JsonObject | undefined;
  /** Absent while nothing can be made of it. */
  outcome: PreviewedRecord | undefined;
  /** Where a rule of the definition stands among those that were tried: broken ones are left out. */
  triedAt: ReadonlyMap<number, number>;
}

const nothing: Sample = { record: undefined, outcome: undefined, triedAt: new Map() };

const Context = createContext<Sample>(nothing);
export const SampleProvider = Context.Provider;

export function useSample(): Sample {
  return useContext(Context);
}
