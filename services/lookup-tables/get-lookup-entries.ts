import { z } from 'zod';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { lookupEntries } from './entries.ts';
import { selectEntries } from './select-entries.ts';
import { selectLookupTable } from './select-lookup-table.ts';
import { messages } from '../../core/messages.ts';

export const getLookupEntriesInput = z.strictObject({
  version: z
    .string()
    .regex(/^[1-9][0-9]{0,8}$/, messages.positiveNumberInvalid)
    .transform(Number)
    .optional()
    .meta({ type: 'integer', minimum: 1, maximum: 999_999_999, description: 'Left out, the newest.' }),
});

/** The entries of one version of a lookup table. */
export const lookupEntriesRecord = z
  .object({ version: z.number().int().min(1), entries: lookupEntries })
  .meta({ id: 'LookupEntries' });

/** Reads the entries of a version that is kept. @throws {HubError} `not_found` */
export function getLookupEntries({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string } & z.infer<typeof getLookupEntriesInput>;
}): Promise<z.input<typeof lookupEntriesRecord>> {
  requireScope(ctx, 'integrations:read');
  return inTenant(ctx, async (tx) => {
    const table = await selectLookupTable(tx, ctx.orgId, input.id);
    const version = input.version ?? table.version;
    return { version, entries: await selectEntries(tx, ctx.orgId, { id: table.id, version }) };
  });
}
