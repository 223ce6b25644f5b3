import type { Transaction } from '../../drizzle/client.ts';

/** What stands in `service_types` of an integration whose newest revision names these connections. @param ids UUIDs. */
export function serviceTypesOf({ sql }: Transaction, orgId: string, ids: readonly string[]) {
  return sql`array(
    select distinct service_type from connections where org_id = ${orgId} and id = any(${[...ids]}::uuid[]) order by 1
  )`;
}
