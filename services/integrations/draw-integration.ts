import { z } from 'zod';
import { notFound } from '../../core/errors.ts';
import { drawFlow } from '../../flow/draw-flow.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { readTenant } from '../shared/transaction.ts';
import { selectIntegration } from './select-integration.ts';

export const diagramRecord = z
  .object({
    format: z.literal('mermaid').meta({ description: 'The language of the text.' }),
    text: z.string().meta({
      description: 'A flowchart in the language of Mermaid (https://mermaid.js.org/syntax/flowchart.html).',
    }),
  })
  .meta({ id: 'IntegrationDiagram', description: 'What an integration does, as a drawing.' });

type DiagramRecord = z.infer<typeof diagramRecord>;

/** Draws what the newest revision of an integration does. @throws {HubError} `not_found` */
export async function drawIntegration({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<DiagramRecord> {
  requireScope(ctx, 'integrations:read');
  const [row] = await readTenant(ctx, (tx) =>
    selectIntegration(tx, ctx.orgId, toLookup('integration', input.id)).execute(),
  );
  if (row === undefined) throw notFound();
  return { format: 'mermaid', text: drawFlow(row.definition) };
}
