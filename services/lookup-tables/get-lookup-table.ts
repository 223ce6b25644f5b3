import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import type { Versioned } from '../shared/versions.ts';
import { type LookupTableRecord, toVersionedLookupTable } from './lookup-table.ts';
import { selectLookupTable } from './select-lookup-table.ts';

/** Reads one lookup table, without its entries. @throws {HubError} `not_found` */
export async function getLookupTable({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Versioned<LookupTableRecord>> {
  requireScope(ctx, 'integrations:read');
  return toVersionedLookupTable(await inTenant(ctx, (tx) => selectLookupTable(tx, ctx.orgId, input.id)));
}
