import { z } from 'zod';
import { notFound } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { findingRecord, toFindingRecord } from '../finding.ts';
import { requireScope } from '../../shared/scopes.ts';
import { toLookup } from '../../shared/schemas.ts';
import { inTenant } from '../../shared/transaction.ts';
import { inspectDefinition } from './check-definition.ts';
import { findWarnings } from './find-warnings.ts';
import { readDefinition, unsavedDefinition } from '../read-definition.ts';
import { readReadiness, readinessRecord } from './readiness.ts';
import { selectIntegration } from '../select-integration.ts';

export const validateIntegrationInput = z
  .strictObject({ definition: unsavedDefinition.optional() })
  .meta({ id: 'ValidateInput' });

/** What is wrong with a definition, as a result and not as an error. */
export const validationRecord = z
  .object({
    valid: z.boolean().meta({ description: 'It could be saved. What is still open, `readiness` tells.' }),
    errors: z.array(findingRecord),
    warnings: z.array(findingRecord),
    readiness: readinessRecord,
  })
  .meta({ id: 'IntegrationValidation' });

export type ValidationRecord = z.infer<typeof validationRecord>;

/**
 * Tells everything that is wrong with an integration, or with a definition that is to take its place.
 *
 * @throws {HubError} `not_found`
 */
export function validateIntegration({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; definition?: JsonObject | undefined };
}): Promise<ValidationRecord> {
  requireScope(ctx, 'integrations:read');
  return inTenant(ctx, async (tx) => {
    const [stored] = await selectIntegration(tx, ctx.orgId, toLookup('integration', input.id));
    if (stored === undefined) throw notFound();
    const { definition, problems } =
      input.definition === undefined
        ? { definition: stored.definition, problems: [] }
        : readDefinition(input.definition);
    const checked = await inspectDefinition(tx, ctx, definition, stored.id);
    const errors = [...problems, ...checked.problems];
    const warnings = await findWarnings(tx, ctx.orgId, { id: stored.id, definition, checked });
    return {
      valid: errors.length === 0,
      errors: errors.map(toFindingRecord),
      warnings: warnings.map(toFindingRecord),
      readiness: readReadiness({ definition, broken: checked.broken }, stored.status),
    };
  });
}
