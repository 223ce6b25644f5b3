import { z } from 'zod';
import { signInMethods } from '../../../core/enums.ts';
import { toId } from '../../../core/ids.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { fromTime } from '../../shared/rows.ts';
import { idOf, timestamp } from '../../shared/schemas.ts';
import { inTenant } from '../../shared/transaction.ts';
import type { SignInMethod } from '../../../core/enums.ts';
import { isLive } from '../user-sessions/session-times.ts';
import { requirePerson } from './require-person.ts';

export const sessionRecord = z
  .object({
    id: idOf('session'),
    organization_id: idOf('organization'),
    current: z.boolean().meta({ description: 'The request itself came with it.' }),
    methods: z.array(z.enum(signInMethods)).meta({ description: 'What the person signed in with.' }),
    address: z.string().optional().meta({ description: 'Where the person signed in from.' }),
    user_agent: z.string().optional(),
    last_seen_at: timestamp,
    expires_at: timestamp,
    created_at: timestamp,
  })
  .meta({ id: 'Session' });

interface SessionRow {
  org_id: string;
  id: string;
  methods: SignInMethod[];
  address: string | null;
  user_agent: string | null;
  last_seen_at: string;
  expires_at: string;
  session_idle_minutes: number | null;
  created_at: string;
}

/** Lists the sessions of the person who asks, in all organizations. */
export async function listSessions({ ctx }: { ctx: ServiceContext }): Promise<z.infer<typeof sessionRecord>[]> {
  const { userId, session } = requirePerson(ctx);
  const now = ctx.clock.now();
  const rows: SessionRow[] = await inTenant(
    ctx,
    async ({ sql }) =>
      await sql<SessionRow[]>`
      select kept.org_id, kept.id, methods, address, user_agent, last_seen_at, kept.created_at, session_idle_minutes,
        least(expires_at, coalesce(signed_in_at, kept.created_at) + make_interval(mins => session_lifetime_minutes))
          as expires_at
      from user_sessions kept left join organizations on organizations.id = kept.org_id
      where user_id = ${userId} order by last_seen_at desc`,
  );
  const isOpen = (row: SessionRow): boolean =>
    isLive(now, {
      expiresAt: Date.parse(fromTime(row.expires_at)),
      lastSeenAt: Date.parse(fromTime(row.last_seen_at)),
      idleMinutes: row.session_idle_minutes,
    });
  return rows.filter(isOpen).map((row) => ({
    id: toId('session', row.id),
    organization_id: toId('organization', row.org_id),
    current: row.id === session.id,
    methods: row.methods,
    ...(row.address === null ? {} : { address: row.address }),
    ...(row.user_agent === null ? {} : { user_agent: row.user_agent }),
    last_seen_at: fromTime(row.last_seen_at),
    expires_at: fromTime(row.expires_at),
    created_at: fromTime(row.created_at),
  }));
}
