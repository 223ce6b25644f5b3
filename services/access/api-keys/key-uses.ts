import { type Clock, toTimestamp } from '../../../core/clock.ts';
import { HubError } from '../../../core/errors.ts';
import { toUuid } from '../../../core/ids.ts';
import type { Database } from '../../../drizzle/client.ts';
import type { Caller } from '../../shared/context.ts';
import { inTenant } from '../../shared/transaction.ts';

/** Notes when and for what each API key was used last. */
export interface KeyUses {
  /** Costs the request nothing: the note is written later. @param route `operationId` of what was asked for. */
  note(caller: Pick<Caller, 'kind' | 'orgId' | 'actor'>, route: string): void;
  /** Writes the noted uses. Never rejects: unwritten uses are kept for the next flush. */
  flush(): Promise<void>;
  /** Writes the last notes. */
  close(): Promise<void>;
}

const flushEveryMs = 60_000;

/** So many keys are noted at once, some 20 MB; the use of more is noted after the next flush. */
const notedMax = 100_000;

interface Use {
  at: number;
  route: string;
}

/**
 * Begins to note. Only the last use of each key is kept, and written once a minute, so a process that is killed loses
 * a minute of it.
 */
export function createKeyUses(deps: {
  database: Database;
  clock: Clock;
  /** Called when the uses of an organization's keys could not be written. */
  onFailure: (error: unknown) => void;
}): KeyUses {
  const { clock, onFailure } = deps;
  /** By organization, then by key. */
  const noted = new Map<string, Map<string, Use>>();
  let size = 0;

  const keep = (orgId: string, key: string, use: Use): void => {
    const ofOrganization = noted.get(orgId) ?? new Map<string, Use>();
    const known = ofOrganization.get(key);
    if (known === undefined && size >= notedMax) return;
    if (known === undefined) size += 1;
    if (known === undefined || known.at <= use.at) ofOrganization.set(key, use);
    noted.set(orgId, ofOrganization);
  };

  const flush = async (): Promise<void> => {
    const taken = [...noted];
    for (const [orgId, uses] of taken) {
      noted.delete(orgId);
      size -= uses.size;
      try {
        await writeUses(deps.database, orgId, uses);
      } catch (error) {
        onFailure(error);
        for (const [key, use] of uses) keep(orgId, key, use);
        // The others would have to wait just as long; they are written with the next flush.
        if (error instanceof HubError && error.code === 'service_unavailable') return;
      }
    }
  };

  const closing = new AbortController();
  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      // Aborted by closing, which the loop sees by itself.
      await clock.sleep(flushEveryMs, closing.signal).catch(() => undefined);
      await flush();
    }
  };
  const running = run();

  return {
    note: ({ kind, orgId, actor }, route) => {
      if (kind === 'api_key') keep(orgId, actor, { at: clock.now(), route });
    },
    flush,
    close: async () => {
      closing.abort();
      await running;
    },
  };
}

/** Keys that are gone are left out; a later use that another process wrote stays. */
async function writeUses(database: Database, orgId: string, uses: ReadonlyMap<string, Use>): Promise<void> {
  const rows = [...uses].flatMap(([key, { at, route }]) => {
    const uuid = toUuid('apiKey', key);
    return uuid === undefined ? [] : [{ uuid, at: toTimestamp(at), route }];
  });
  await inTenant({ database, orgId }, async ({ sql }) => {
    await sql`
      insert into api_key_uses (org_id, key_id, last_used_at, last_used_route)
      select keys.org_id, keys.id, used.at::timestamptz, used.route
      from unnest(${rows.map(({ uuid }) => uuid)}::uuid[], ${rows.map(({ at }) => at)}::text[],
                  ${rows.map(({ route }) => route)}::text[]) as used (id, at, route)
      join api_keys as keys on keys.org_id = ${orgId} and keys.id = used.id
      order by keys.id for key share of keys
      on conflict (org_id, key_id) do update
      set last_used_at = excluded.last_used_at, last_used_route = excluded.last_used_route
      where api_key_uses.last_used_at <= excluded.last_used_at`;
  });
}
