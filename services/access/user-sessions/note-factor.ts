import type { SignInMethod } from '../../../core/enums.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { ServiceContext } from '../../shared/context.ts';

/** Remembers of a session that the person showed a second factor in it, for an organization that asks for one. */
export async function noteFactor(
  { sql }: Transaction,
  { orgId, session }: Pick<ServiceContext, 'orgId' | 'session'>,
  method: SignInMethod,
): Promise<void> {
  await sql`
    update user_sessions set methods = array_append(methods, ${method})
    where org_id = ${orgId} and id = ${session?.id ?? null} and not ${method} = any(methods)`;
}
