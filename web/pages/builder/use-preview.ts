import { useMemo } from 'react';
import type { PreviewedRecord } from '../../../client/operations.data.ts';
import { hub } from '../../hub.ts';
import { toFindings, type Validated } from './builder-context.ts';
import { isList, type JsonObject } from '../../model/json.ts';
import { useQuery } from '../../parts/use-query.ts';

/** What a definition makes of the samples. */
export interface Preview {
  outcomes: readonly PreviewedRecord[];
  /** Where a rule of the definition stands among those that were tried: broken ones are left out. */
  triedAt: ReadonlyMap<number, number>;
  error: unknown;
  /** The first answer is on its way. */
  isPending: boolean;
}

interface Trial {
  definition: JsonObject;
  triedAt: ReadonlyMap<number, number>;
}

type Outcome = Pick<Preview, 'outcomes' | 'triedAt'>;

const nothing: Outcome = { outcomes: [], triedAt: new Map() };

/**
 * What the definition makes of the samples, once the hub has found it in order. Rules that are wrong, or not written to
 * their end, are left out, so that one of them does not hide what all others give.
 */
export function usePreview(id: string, validated: Validated | undefined, records: readonly JsonObject[]): Preview {
  const trial = useMemo(() => (validated === undefined ? undefined : toTrial(validated)), [validated]);
  const found = useQuery({
    queryKey: ['previewIntegration', id, trial?.definition, records],
    queryFn: async ({ signal }): Promise<Outcome> => {
      if (trial === undefined) return nothing;
      const body = { definition: trial.definition, records: [...records] };
      const answer = await hub.request('previewIntegration', { params: { id }, body }, { signal });
      return { outcomes: answer.data, triedAt: trial.triedAt };
    },
    enabled: trial !== undefined && records.length > 0,
    placeholderData: (before) => before,
    staleTime: Infinity,
    gcTime: 60_000,
  });
  return { ...(found.data ?? nothing), error: found.error, isPending: validated === undefined || found.isLoading };
}

/** @returns nothing while something but single rules is wrong, or an end is missing: then nothing can be tried. */
function toTrial({ definition, validation }: Validated): Trial | undefined {
  const errors = toFindings(validation).filter(({ isError }) => isError);
  const broken = new Set(
    errors.flatMap(({ path: [member, at] }) => (member === 'mapping' && typeof at === 'number' ? [at] : [])),
  );
  const isRule = ({ path: [member, at] }: (typeof errors)[number]): boolean =>
    member === 'mapping' && typeof at === 'number';
  const missing = validation.readiness.missing.some(({ step }) => ['source', 'target', 'mapping'].includes(step));
  if (!errors.every(isRule) || (missing && broken.size === 0)) return undefined;
  const rules = isList(definition['mapping']) ? definition['mapping'] : [];
  if (rules.length === 0) return { definition, triedAt: new Map() };
  const kept = [...rules.keys()].filter((index) => !broken.has(index));
  if (kept.length === 0) return undefined;
  const mapping = rules.filter((_, index) => !broken.has(index));
  return { definition: { ...definition, mapping }, triedAt: new Map(kept.map((index, at) => [index, at])) };
}
