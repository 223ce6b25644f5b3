import { z } from 'zod';
import { HubError } from '../../core/errors.ts';
import type { Definition } from '../../engine/definition.ts';

/** The set-up steps of an integration that a caller can leave for later, in their order. @see SPEC §1 */
const steps = [
  { step: 'source', message: 'Choose the connection and the object to read from.' },
  { step: 'target', message: 'Choose the connection and the object to write to.' },
  { step: 'mapping', message: 'Say how the fields of the target get their values.' },
] as const;

export const readinessRecord = z
  .object({
    ready: z.boolean(),
    missing: z.array(z.object({ step: z.enum(steps.map(({ step }) => step)), message: z.string() })),
  })
  .meta({ id: 'Readiness', description: 'Which set-up steps are still open.' });

export type Readiness = z.infer<typeof readinessRecord>;

/**
 * Tells which set-up steps are open.
 *
 * What is there was checked when it was saved, and connections in use cannot go away; so the shape alone tells.
 */
export function readReadiness(definition: Definition): Readiness {
  const missing = steps.filter(({ step }) => definition[step] === undefined);
  return { ready: missing.length === 0, missing: [...missing] };
}

/** @throws {HubError} `integration_not_ready`, with the steps that are open. */
export function requireReady(definition: Definition): void {
  const { ready, missing } = readReadiness(definition);
  if (ready) return;
  const names = missing.map(({ step }) => step).join(', ');
  throw new HubError('integration_not_ready', `This integration is not complete yet: ${names}.`, {
    details: { missing },
  });
}
