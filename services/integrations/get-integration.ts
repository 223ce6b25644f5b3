import { notFound } from '../../core/errors.ts';
import type { ServiceContext } from '../context.ts';
import { requireScope } from '../scopes.ts';
import { toLookup } from '../shapes.ts';
import { inTenant } from '../transaction.ts';
import type { Versioned } from '../versions.ts';
import { type IntegrationRecord, toVersionedIntegration } from './integration.ts';
import { selectIntegration } from './select-integration.ts';

/** Reads one integration, as its newest revision says it. @throws {HubError} `not_found` */
export async function getIntegration({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Versioned<IntegrationRecord>> {
  requireScope(ctx, 'integrations:read');
  const [row] = await inTenant(
    ctx,
    async (tx) => await selectIntegration(tx, ctx.orgId, toLookup('integration', input.id)),
  );
  if (row === undefined) throw notFound();
  return toVersionedIntegration(row);
}
