import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../core/clock.ts';

/** What a command has of the world. */
export interface CliContext {
  env: Readonly<Record<string, string | undefined>>;
  /** Folder that paths are relative to. */
  cwd: string;
  stdin: Readable & { isTTY?: boolean };
  /** For results. */
  stdout: Output;
  /** For everything else: progress, notes, errors. */
  stderr: Output;
  clock: Clock;
  /** Comes with Ctrl-C. */
  signal: AbortSignal;
}

/** Where text goes to. */
export type Output = Writable & { isTTY?: boolean; columns?: number };

/** Options that every command has. */
export interface GlobalOptions {
  profile?: string;
  json?: boolean;
  yaml?: boolean;
  field?: string;
}
