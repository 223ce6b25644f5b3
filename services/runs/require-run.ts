import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../drizzle/client.ts';

/** Lets a verb go on only where the run is there. Send it together with the verb's statements. @throws {HubError} `not_found` */
export async function requireRun({ sql }: Transaction, orgId: string, id: string): Promise<void> {
  const [found] = await sql`select 1 from runs where org_id = ${orgId} and id = ${id}`;
  if (found === undefined) throw notFound();
}
