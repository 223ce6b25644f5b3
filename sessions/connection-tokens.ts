import type {
  Obtained,
  ObtainTokens,
  StoredTokens,
  TokenStore,
  Tokens,
} from '../connectors/drivers/shared/token-store.ts';
import { toRefusedError } from '../connectors/drivers/shared/token-store.ts';
import { FaultError } from '../connectors/kit/fault.ts';
import type { Clock } from '../core/clock.ts';
import { newUuid, toId } from '../core/ids.ts';
import type { WarningLog } from '../core/telemetry/log-fields.ts';
import type { Database } from '../drizzle/index.ts';
import { createSealer, type Opener, type PublicKeys } from '../vault/index.ts';
import {
  markRefused,
  persistTokens,
  readTokens,
  releaseLease,
  takeLease,
  type TokenOwner,
  type TokenRow,
} from './token-statements.ts';
import { messages } from '../core/messages.ts';

export interface TokenDeps {
  database: Database;
  clock: Clock;
  opener: Opener;
  publicKeys: PublicKeys;
  log: WarningLog;
  /** Milliseconds that a request for tokens may take. Default 60,000: 20 s a call, two with an older refresh token. */
  tokenLeaseMs?: number;
}

const defaultLeaseMs = 60_000;
/** How often the result of another process's renewal is polled, until a little after its lease ends. */
const pollMs = 100;
const marginMs = 10_000;
/** How long a refusal is remembered, for all processes. */
const refusedMs = 60_000;
/** How often storing new tokens is tried, with growing pauses, before they are lost. */
const persistAttempts = 6;

/**
 * Keeps a connection's tokens in Postgres, sealed, for every worker.
 *
 * A lease lets one process ask for the next generation, without a transaction open meanwhile; what it gets is stored
 * before anybody uses it. A process that dies in between leaves its lease to run out: the next one asks with the refresh
 * token that is stored, which the system takes again within its grace, or refuses, which turns the connection `expired`.
 */
export function createConnectionTokens(deps: TokenDeps, owner: TokenOwner): TokenStore {
  const { clock, tokenLeaseMs: leaseMs = defaultLeaseMs } = deps;
  const renewing = new Map<number | undefined, Promise<StoredTokens>>();

  const renew = async (stale: number | undefined, obtain: ObtainTokens): Promise<StoredTokens> => {
    const holder = newUuid();
    const deadline = clock.monotonic() + leaseMs + marginMs;
    for (;;) {
      const found = await takeLease(deps.database, owner, { holder, stale, leaseMs });
      if (found === undefined) throw new FaultError(gone);
      if (found.state === 'newer') return open(deps, owner, found.row);
      if (found.state === 'refused') throw toRefusedError({ message: found.refusal, expired: false });
      if (found.state === 'taken') return obtainNext(deps, owner, { ...found, holder }, obtain);
      if (clock.monotonic() > deadline) throw new FaultError(busy);
      await clock.sleep(pollMs);
    }
  };

  return {
    isShared: true,
    read: async () => {
      const row = await readTokens(deps.database, owner);
      return row?.sealed === undefined || row.sealed === null ? undefined : open(deps, owner, row);
    },
    renew: (stale, obtain) => {
      const running = renewing.get(stale) ?? renew(stale, obtain).finally(() => renewing.delete(stale));
      renewing.set(stale, running);
      return running;
    },
  };
}

interface Lease {
  row: TokenRow;
  holder: string;
  /** The previous holder of the lease died with it. */
  abandoned: boolean;
}

async function obtainNext(
  deps: TokenDeps,
  owner: TokenOwner,
  { row, holder, abandoned }: Lease,
  obtain: ObtainTokens,
): Promise<StoredTokens> {
  const before = row.sealed === null ? undefined : await open(deps, owner, row);
  let obtained: Obtained;
  try {
    obtained = await obtain(before);
  } catch (error) {
    await releaseLease(deps.database, owner, holder).catch((releasing: unknown) => {
      const ids = { connection_id: toId('connection', owner.connectionId), error: releasing };
      deps.log.warn(ids, 'token lease could not be released; it will expire');
    });
    throw error;
  }
  if (obtained.outcome === 'obtained') return persist(deps, owner, row.generation, obtained.tokens);
  const { expired } = obtained.refusal;
  const message =
    abandoned && expired ? `${obtained.refusal.message} ${messages.tokensMayBeLost}` : obtained.refusal.message;
  const marked = await markRefused(deps.database, owner, { generation: row.generation, message, expired, refusedMs });
  const newer = marked ? undefined : await readTokens(deps.database, owner);
  // A process that was held up longer than its lease lasted has stored tokens meanwhile: they are the ones that count.
  if (newer !== undefined && newer.generation !== row.generation) return open(deps, owner, newer);
  throw toRefusedError({ message, expired });
}

/**
 * Stores what the system gave. The newest answer is the one that it will take, so it follows whatever was stored
 * meanwhile. A database that is away for a moment is waited for: a refresh token that has been used up is gone.
 */
async function persist(deps: TokenDeps, owner: TokenOwner, since: number, tokens: Tokens): Promise<StoredTokens> {
  let generation = since + 1;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const sealer = await createSealer(deps.publicKeys, { purpose: 'token', ...owner, generation });
      const sealed = { sealed: sealer.seal(tokens.values), keyId: sealer.keyId, renewAt: tokens.renewAt };
      const stored = await persistTokens(deps.database, owner, { generation, ...sealed });
      if (stored === 'stored') return { ...tokens, generation };
      if (stored === 'gone') throw new FaultError(gone);
      generation = stored.generation + 1;
    } catch (error) {
      if (error instanceof FaultError || attempt >= persistAttempts) throw error;
      await deps.clock.sleep(250 * 2 ** attempt);
    }
  }
}

async function open({ opener }: TokenDeps, owner: TokenOwner, row: TokenRow): Promise<StoredTokens> {
  const { generation, renewAtMs, sealed } = row;
  if (sealed === null) throw new FaultError(gone);
  const values = await opener.open({ purpose: 'token', ...owner, generation }, sealed);
  return { values, renewAt: renewAtMs ?? undefined, generation };
}

/** Also where the user replaced the credentials while they were being renewed: those count. */
const gone = { kind: 'auth_invalid', message: messages.credentialsReplacedInUse } as const;

const busy = { kind: 'transient', message: messages.tokensBeingRenewed } as const;
