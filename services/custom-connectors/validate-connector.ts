import { z } from 'zod';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import type { replaceConnectorInput } from './change-connector.ts';
import { inspectDefinition } from './check-definition.ts';
import { connectorFinding, toFinding } from './draft-connector.ts';

export const connectorValidation = z
  .object({
    valid: z.boolean().meta({ description: 'True if nothing was found.' }),
    findings: z.array(connectorFinding).meta({ description: 'Everything that the definition is refused for.' }),
  })
  .meta({ id: 'ConnectorValidation' });

/** Says what a definition would be refused for. Nothing is stored, and no system is called. */
export function validateConnector({
  ctx,
  input: { definition },
}: {
  ctx: ServiceContext;
  input: z.infer<typeof replaceConnectorInput>;
}): z.infer<typeof connectorValidation> {
  requireScope(ctx, 'connectors:write');
  const checked = inspectDefinition(definition);
  return { valid: checked.ok, findings: checked.ok ? [] : checked.problems.map(toFinding) };
}
