/** The run ends as `failed`, because its own error policy says so. Nobody retries it. */
export class RunFailedError extends Error {
  readonly code: 'record_failed' | 'too_many_failures';

  constructor(code: 'record_failed' | 'too_many_failures', message: string) {
    super(message);
    this.name = 'RunFailedError';
    this.code = code;
  }
}
