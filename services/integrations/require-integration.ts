import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { toLookup } from '../shared/schemas.ts';

/**
 * Lets a verb go on only where the integration is there and not deleted. Send it together with the verb's statements.
 *
 * @throws {HubError} `not_found`
 */
export async function requireIntegration({ sql }: Transaction, orgId: string, id: string): Promise<void> {
  const [found] = await sql`
    select 1 from integrations
    where org_id = ${orgId} and id = ${toLookup('integration', id)} and deleted_at is null`;
  if (found === undefined) throw notFound();
}
