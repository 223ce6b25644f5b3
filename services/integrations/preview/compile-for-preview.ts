import { invalidRequest, notFound } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { UsablePlan } from '../../../engine/compile.ts';
import type { UsableFlow } from '../../../flow/compile.ts';
import type { Definition } from '../../../flow/definition.ts';
import type { LookupTables } from '../../../formula/lookup-tables.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { readLookupTables } from '../../lookup-tables/read-lookup-tables.ts';
import { toLookup } from '../../shared/schemas.ts';
import { inTenant } from '../../shared/transaction.ts';
import { inspectDefinition } from '../validation/check-definition.ts';
import { readDefinition } from '../read-definition.ts';
import { requireReady, requireUsable } from '../validation/readiness.ts';
import { selectIntegration } from '../select-integration.ts';
import { messages } from '../../../core/messages.ts';

/** What is previewed: a definition with one mapping, or with steps. */
type Compiled = { definition: Definition; tables: LookupTables } & (
  { compiled: UsablePlan; flow: undefined } | { compiled: undefined; flow: UsableFlow }
);

/**
 * Compiles the definition that a body has in place of the stored one, or the stored one.
 *
 * @throws {HubError} `not_found`; `integration_not_ready` when the stored definition cannot be compiled;
 *   `invalid_request` when the one of the body cannot.
 */
export function compileForPreview(
  ctx: ServiceContext,
  input: { id: string; definition?: JsonObject | undefined },
): Promise<Compiled> {
  return inTenant(ctx, async (tx) => {
    const [stored] = await selectIntegration(tx, ctx.orgId, toLookup('integration', input.id));
    if (stored === undefined) throw notFound();
    const { definition, problems } = toDefinition(stored.definition, input.definition);
    const checked = await inspectDefinition(tx, ctx, definition);
    const errors = [...problems, ...checked.problems];
    if (input.definition !== undefined && errors.length > 0) {
      const inBody = errors.map((error) => ({ ...error, path: `definition.${error.path}` }));
      throw invalidRequest(messages.definitionInvalid, inBody);
    }
    requireUsable(errors);
    requireReady({ definition, broken: [] });
    const { compiled, flow } = checked;
    const known = {
      definition: checked.definition,
      tables: await readLookupTables(tx, ctx.orgId, checked.lookupTableIds),
    };
    if (flow !== undefined) return { ...known, compiled: undefined, flow };
    if (compiled === undefined) throw new Error('A checked definition has no plan.');
    return { ...known, compiled, flow: undefined };
  });
}

function toDefinition(stored: Definition, sent: JsonObject | undefined): ReturnType<typeof readDefinition> {
  return sent === undefined ? { definition: stored, problems: [] } : readDefinition(sent);
}
