import type { JsonObject } from './json.ts';

/** A custom script of an integration, as its definition says it. */
export interface Script {
  language: 'javascript';
  source: string;
  /** CPU time that 1,000 records may take, in milliseconds. Default: 1000. */
  timeout_ms?: number | undefined;
}

/** A record on its way through a script. */
export interface ScriptEntry {
  /** Identifies the record; the script sees it, and it seeds the record's random numbers. */
  key: string;
  record: JsonObject;
}

/** What a script made of one record. */
export type ScriptOutcome =
  | { outcome: 'record'; record: JsonObject }
  | { outcome: 'filtered' }
  /** It threw, gave something that is no record, or broke a limit on this very record. */
  | { outcome: 'failed'; message: string };

/** `ok: false`: the script itself is unfit, whatever the record; no record is to blame. */
export type ScriptAnswer = { ok: true; outcomes: ScriptOutcome[] } | { ok: false; message: string };

/**
 * Runs a script over the records of a page, on behalf of one run.
 *
 * The outcomes stand in the order of the entries. Nothing of a script survives the call.
 */
export interface ScriptExecutor {
  /** @throws {ScriptRunnerError} when the sandbox is not there: the same call may succeed later. */
  run(script: Script, entries: readonly ScriptEntry[], signal: AbortSignal): Promise<ScriptAnswer>;
}

/** For whom a script runs, and what it sees of time and chance: the same for all segments of a run. */
export interface ScriptScope {
  /** Organizations are served in rotation, and share no memory. */
  orgId: string;
  /** `Date.now()` of the script. */
  nowMs: number;
  /** What `Math.random()` is drawn from, together with the record's key. */
  seed: string;
  /** Lines that the script writes to its console, a bounded number. */
  onConsole?: ((line: ConsoleLine) => void) | undefined;
}

export interface ConsoleLine {
  level: 'debug' | 'info' | 'warn' | 'error';
  text: string;
}

/** The sandbox for custom scripts. */
export interface Scripts {
  /** Loads a script without a record: its syntax, its top level and its default export. @throws {ScriptRunnerError} */
  check(orgId: string, script: Script): Promise<{ ok: true } | { ok: false; message: string }>;
  open(scope: ScriptScope): ScriptExecutor;
}

/** The sandbox is not there or has no room; no script is to blame. */
export class ScriptRunnerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ScriptRunnerError';
  }
}
