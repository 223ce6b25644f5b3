/** What an examination found out about one thing. */
export interface Finding {
  /** `postgres`, `clock` … */
  check: string;
  /**
   * `problem`: the hub does not work, or will not for long. `warning`: it works, but something is not as it should be.
   * `skipped`: it could not be looked at; the message says why.
   */
  status: 'ok' | 'warning' | 'problem' | 'skipped';
  message: string;
  /** What to do. */
  remedy?: string;
}

export function ok(check: string, message: string): Finding {
  return { check, status: 'ok', message };
}

export function problem(check: string, message: string, remedy: string): Finding {
  return { check, status: 'problem', message, remedy };
}

export function warning(check: string, message: string, remedy: string): Finding {
  return { check, status: 'warning', message, remedy };
}

export function skipped(check: string, message: string): Finding {
  return { check, status: 'skipped', message };
}

/** The code of a fault of the system or of a driver: `ECONNREFUSED`, `28P01`; the innermost that there is. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  const own = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return codeOf(inner) ?? own;
}
