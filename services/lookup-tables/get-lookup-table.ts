import type { ServiceContext } from '../context.ts';
import { requireScope } from '../scopes.ts';
import { inTenant } from '../transaction.ts';
import type { Versioned } from '../versions.ts';
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
