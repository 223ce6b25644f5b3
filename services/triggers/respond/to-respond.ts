import type { StoredPayload } from '../../../engine/payload-schema.ts';
import type { Definition } from '../../../flow/definition.ts';
import { listSteps } from '../../../flow/list-steps.ts';

/** The steps of a flow that answer the requests that items come with; `undefined` where there are none. */
export function toRespond({ source, steps = [] }: Pick<Definition, 'source' | 'steps'>): StoredPayload['respond'] {
  if (source !== undefined && source.payload === undefined) return undefined;
  const ids = [...listSteps(steps)].flatMap(({ step: { id, respond } }) => (respond === undefined ? [] : [id]));
  return ids.length === 0 ? undefined : { steps: ids };
}
