import { notFound } from '../../core/errors.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { readTenant } from '../shared/transaction.ts';
import type { Versioned } from '../shared/versions.ts';
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
  const [row] = await readTenant(ctx, (tx) =>
    selectIntegration(tx, ctx.orgId, toLookup('integration', input.id)).execute(),
  );
  if (row === undefined) throw notFound();
  return toVersionedIntegration(row);
}
