export type RunFailure =
  | 'record_failed'
  | 'too_many_failures'
  /** A group of the aggregation is too large. */
  | 'group_too_large'
  /** Workers that read or wrote the same page were lost, one after the other. */
  | 'worker_lost'
  /** The script cannot do its work, whatever the record. */
  | 'script_failed';

/** The run ends as `failed`, because its own definition says so. Nobody retries it. */
export class RunFailedError extends Error {
  readonly code: RunFailure;

  constructor(code: RunFailure, message: string) {
    super(message);
    this.name = 'RunFailedError';
    this.code = code;
  }
}
