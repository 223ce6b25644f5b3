import { type ErrorCode, retryableCodes } from './operations.data.ts';

/** What is known of a refusal. */
export interface Refusal {
  status: number;
  /** `unreadable_answer`: no answer of the hub, but of something on the way to it. */
  code: ErrorCode | 'unreadable_answer' | (string & {});
  message: string;
  details: Readonly<Record<string, unknown>>;
  requestId: string | undefined;
  retryAfterSeconds: number | undefined;
}

/** The hub refused a request, for good or after the last repetition. */
export class HubApiError extends Error {
  readonly status: number;
  readonly code: Refusal['code'];
  readonly details: Refusal['details'];
  /** Name it when you ask for help. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, code, message, details, requestId, retryAfterSeconds }: Refusal) {
    super(`${status} ${code}: ${message}`);
    this.name = 'HubApiError';
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The same request may succeed when it is sent again. */
  get retryable(): boolean {
    return retryableCodes.has(this.code) || (this.code === 'unreadable_answer' && this.status >= 502);
  }
}

/** No answer came, or none that could be read to its end. The cause tells why. */
export class HubUnreachableError extends Error {
  constructor(cause: unknown) {
    super('The hub did not answer.', { cause });
    this.name = 'HubUnreachableError';
  }
}

/** Reads a refusal, whoever it comes from. */
export function toHubApiError(response: Response, text: string): HubApiError {
  const error = readError(text);
  const { code, message, details } = isMembers(error) ? error : {};
  const retryAfter = response.headers.get('retry-after') ?? '';
  return new HubApiError({
    status: response.status,
    code: typeof code === 'string' ? code : 'unreadable_answer',
    message: typeof message === 'string' ? message : 'The answer is not one of the hub.',
    details: isMembers(details) ? details : {},
    requestId: response.headers.get('request-id') ?? undefined,
    retryAfterSeconds: /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined,
  });
}

function readError(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return isMembers(body) ? body['error'] : undefined;
  } catch {
    // A proxy answers in a form of its own.
    return undefined;
  }
}

function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
