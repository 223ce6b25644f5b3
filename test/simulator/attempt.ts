import type { Json, JsonObject } from '../../core/json.ts';
import type { Plan } from '../../engine/plan.ts';
import type { RunLog } from './run-log.ts';
import type { Sim } from './sim.ts';
import type { RecordVendor } from './vendors.ts';
import { VirtualProcess } from './virtual-process.ts';

/** A page that the code under test was given, and has not moved its cursor past. */
export interface HeldPage {
  cursor: string;
  next: Json | undefined;
  records: JsonObject[];
  bytes: number;
}

/** One call of the segment in one process, and what the simulator notes about it. */
export class Attempt {
  readonly process: VirtualProcess;
  readonly log: RunLog;
  readonly plan: Plan;
  readonly vendor: RecordVendor;
  readonly cancel = new AbortController();
  readonly shutdown = new AbortController();
  readonly startedAtMs: number;
  /** Lease it last took; writes are judged by it. */
  epoch = 0;
  /** In the order in which they were handed out. */
  held: HeldPage[] = [];
  /** Pages asked for and not answered. */
  reading = 0;
  /** The source said so to this process: it may start over. */
  cursorExpired = false;
  /** Effects that the target answered as carried out, and no checkpoint holds: source key to effect id. */
  readonly answered = new Map<string, string>();
  /** When it learnt that it is to stop. */
  cancelSeenAtMs: number | undefined;
  shutdownSeenAtMs: number | undefined;
  /** Pages that its cursor moved past although its time was over. */
  overtime = 0;
  /** When something last went wrong around it: how long it takes says nothing then. */
  disturbedAtMs: number | undefined;
  /** The segment returned or threw. */
  over = false;
  readonly #sim: Sim;

  constructor(sim: Sim, name: string, log: RunLog, plan: Plan, vendor: RecordVendor) {
    this.#sim = sim;
    this.process = new VirtualProcess(name, sim.scheduler, sim.nemesis.rng);
    this.log = log;
    this.plan = plan;
    this.vendor = vendor;
    this.startedAtMs = sim.scheduler.now;
  }

  say(what: () => string): void {
    this.#sim.trace.say(this.process.name, what);
  }

  disturb(): void {
    this.disturbedAtMs = this.#sim.scheduler.now;
  }

  /** Notes a call from the segment. */
  calls(method: string): void {
    if (this.over) this.#sim.verdict.fail('ended', `${this.process.name} calls ${method} after its segment ended.`);
  }

  sawCancel(): void {
    if (this.cancelSeenAtMs !== undefined) return;
    this.say(() => 'learns that the run is to be canceled');
    this.cancelSeenAtMs = this.#sim.scheduler.now;
  }

  /** Lets whatever the nemesis chose for this call happen to the process. @returns the strike, if there was one */
  meetFault(method: string): 'crash' | 'freeze' | undefined {
    const { nemesis, scheduler } = this.#sim;
    const strike = nemesis.strike(method);
    if (strike === undefined) return undefined;
    this.disturb();
    if (strike.kind === 'freeze') {
      this.say(() => `FREEZES at ${method} for ${strike.forMs} ms`);
      this.process.freeze(strike.forMs);
    } else {
      scheduler.at(strike.afterMs, () => {
        if (this.over) return;
        this.say(() => `CRASHES after ${method}`);
        this.process.crash();
      });
    }
    return strike.kind;
  }
}
