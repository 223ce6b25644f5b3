import type { JsonObject } from '../json.ts';

/** What the log of a run says. */
export interface RunLogEntry {
  level: 'info' | 'warn' | 'error';
  code: string;
  /** For the owner of the run. Holds no value of a record. */
  message: string;
  details?: JsonObject;
  /** Not written once the log is half full: what may come with every segment must not keep the rest out. */
  leavesRoom?: boolean;
}
