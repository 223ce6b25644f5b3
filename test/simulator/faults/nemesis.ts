import type { ConnectorErrorKind } from '../../../core/connector-error.ts';
import type { Rng } from '../rng.ts';
import type { WorldConfig } from '../world.ts';

/** What happens to the process that makes a call. */
export type Strike = { kind: 'crash'; afterMs: number } | { kind: 'freeze'; forMs: number };

/** What happens to a call of the store. */
export type StoreFate =
  | { kind: 'answered' }
  /** The store is away: nothing happened. */
  | { kind: 'refused' }
  /** An error for the caller; the transaction happens all the same, perhaps a while later. */
  | { kind: 'answer_lost'; lateMs: number };

/** What becomes of a batch of effects. */
export type WriteFate = 'carried_out' | 'cut_short' | 'in_doubt' | 'forbidden';

const refusals: readonly ConnectorErrorKind[] = ['rate_limited', 'maintenance', 'auth_expired', 'quota'];
const readFaults: readonly ConnectorErrorKind[] = [
  'transient',
  'rate_limited',
  'auth_expired',
  'maintenance',
  'cursor_expired',
];
const fatal: readonly ConnectorErrorKind[] = ['auth_invalid', 'permission', 'config'];

/** Decides what goes wrong; a budget for each run keeps it from going wrong for ever. */
export class Nemesis {
  enabled = true;
  /** Faults so far: worlds where nothing happened are checked more exactly. */
  faults = 0;
  #left = 0;
  #storeAwayUntilMs = 0;
  readonly #config: WorldConfig;
  readonly #rng: Rng;
  readonly #now: () => number;

  constructor(config: WorldConfig, rng: Rng, now: () => number) {
    this.#config = config;
    this.#rng = rng;
    this.#now = now;
  }

  get rng(): Rng {
    return this.#rng;
  }

  startRun(): void {
    this.#left = this.enabled ? this.#config.faultRates.perRunMax : 0;
    this.#storeAwayUntilMs = 0;
  }

  /** True, within the budget, with the given probability. */
  strikes(probability: number): boolean {
    if (!this.enabled || this.#left <= 0 || !this.#rng.chance(probability)) return false;
    this.#left -= 1;
    this.faults += 1;
    return true;
  }

  /** Trouble for the calling process itself. Writes and checkpoints are where it hurts most. */
  strike(method: string): Strike | undefined {
    const { crash, freeze } = this.#config.faultRates;
    const weight = method === 'write' || method === 'checkpoint' ? 1 : 0.15;
    if (this.strikes(crash * weight))
      return { kind: 'crash', afterMs: this.#rng.longTail(this.#config.writeTimeoutMs * 1.5) };
    if (this.strikes(freeze * weight)) return { kind: 'freeze', forMs: this.freezeMs() };
    return undefined;
  }

  /** Short, just around the end of the lease, or long after it. */
  freezeMs(): number {
    const { leaseMs } = this.#config.limits;
    return this.#rng.pick([
      this.#rng.int(0, leaseMs),
      leaseMs + this.#rng.int(-1_000, 1_000),
      this.#rng.int(leaseMs, 4 * leaseMs),
    ]);
  }

  storeFate(): StoreFate {
    if (this.enabled && this.#now() < this.#storeAwayUntilMs) return { kind: 'refused' };
    if (!this.strikes(this.#config.faultRates.store)) return { kind: 'answered' };
    const kind = this.#rng.next();
    if (kind < 0.5) return { kind: 'answer_lost', lateMs: this.#rng.chance(0.3) ? this.#rng.int(0, 5_000) : 0 };
    if (kind < 0.7) this.#storeAwayUntilMs = this.#now() + this.#rng.int(1_000, 60_000);
    return { kind: 'refused' };
  }

  /** A commit that was answered and is forgotten, with the crash of a database that had not written it down. */
  forgetsAfterMs(): number | undefined {
    return this.strikes(this.#config.faultRates.store) ? this.#rng.int(0, 600) : undefined;
  }

  writeFate(): WriteFate {
    if (!this.strikes(this.#config.faultRates.write)) return 'carried_out';
    const kind = this.#rng.next();
    if (kind < 0.6) return 'in_doubt';
    return kind < 0.95 ? 'cut_short' : 'forbidden';
  }

  readFault(): ConnectorErrorKind | undefined {
    if (!this.strikes(this.#config.faultRates.read)) return undefined;
    return this.#rng.chance(0.05) ? this.#rng.pick(fatal) : this.#rng.pick(readFaults);
  }

  findFault(): ConnectorErrorKind | undefined {
    return this.strikes(this.#config.faultRates.find) ? this.#rng.pick(['transient', ...refusals]) : undefined;
  }

  refusal(fate: WriteFate): ConnectorErrorKind {
    if (fate === 'forbidden') return this.#rng.pick(fatal);
    return fate === 'in_doubt' ? this.#rng.pick(['transient', 'unknown']) : this.#rng.pick(refusals);
  }

  retryAfterMs(kind: ConnectorErrorKind): number | undefined {
    if (kind !== 'rate_limited' && kind !== 'quota' && kind !== 'maintenance') return undefined;
    return this.#rng.chance(0.8) ? this.#rng.pick([0, 700, 5_000, 45_000, 900_000]) : undefined;
  }

  writeLatencyMs(): number {
    const { slowWrites, requestTimeoutMs } = this.#config;
    return slowWrites ? this.#rng.int(1, requestTimeoutMs) : 1 + this.#rng.longTail(requestTimeoutMs - 1);
  }

  latencyMs(): number {
    return 1 + this.#rng.longTail(this.#config.latencyMaxMs);
  }
}
