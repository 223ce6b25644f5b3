/** The run cannot go on and nothing will change that: its integration or a connection is gone, disabled or incomplete. */
export class RunUnusableError extends Error {
  /** What the run shows as the code of its error. */
  readonly code: 'config' | 'connection_disabled';

  constructor(message: string, code: RunUnusableError['code'] = 'config') {
    super(message);
    this.name = 'RunUnusableError';
    this.code = code;
  }
}
