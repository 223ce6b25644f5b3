import { HubApiError, HubUnreachableError } from '../../client/hub-api-error.ts';
import { isObject } from './json.ts';

/** A refusal as a person reads it. */
export interface Problem {
  title: string;
  message: string;
  /** What the page of the documentation says about it. */
  code: string | undefined;
  requestId: string | undefined;
  /** What is wrong with which member: by its path. */
  fields: readonly { path: string; message: string }[];
}

/** What a page refuses by itself, before it asks the hub. */
export class InputError extends Error {}

const titles: Readonly<Record<string, string>> = {
  not_found: 'This does not exist, or is not yours to see',
  insufficient_scope: 'Your role does not allow this',
  forbidden: 'This is not allowed',
  organization_suspended: 'Your organization is suspended',
  rate_limited: 'Too many requests',
  precondition_failed: 'Somebody else changed it meanwhile',
  service_unavailable: 'The hub is not ready',
  invalid_request: 'This cannot be saved as it is',
  internal_error: 'The hub failed at this',
  upstream_error: 'The other system failed at this',
  upstream_timeout: 'The other system did not answer in time',
};

/** What browsers say of passkeys that were not made or used. */
const passkeyFaults: Readonly<Record<string, string>> = {
  NotAllowedError: 'The question was closed or took too long, or this browser has no passkey for the hub.',
  InvalidStateError: 'This authenticator has a passkey for you already.',
  SecurityError: 'Passkeys need the host name of the hub: an IP address has none.',
};

export function describeError(error: unknown): Problem {
  if (error instanceof HubUnreachableError) {
    return {
      title: 'The hub does not answer',
      message: 'See that the hub runs and that this machine reaches it. This page tries again.',
      code: undefined,
      requestId: undefined,
      fields: [],
    };
  }
  if (error instanceof DOMException && error.name in passkeyFaults) {
    const message = passkeyFaults[error.name] ?? '';
    return { title: 'No passkey was used', message, code: undefined, requestId: undefined, fields: [] };
  }
  if (!(error instanceof HubApiError)) {
    const message = error instanceof Error ? error.message : String(error);
    const title = error instanceof InputError ? 'Something is missing' : 'Something went wrong on this page';
    return { title, message, code: undefined, requestId: undefined, fields: [] };
  }
  const { code, details, requestId } = error;
  return {
    title: titles[code] ?? 'The hub refused this',
    message: error.message.replace(/^\d{3} [a-z_]+: /, ''),
    code: code === 'unreadable_answer' ? undefined : code,
    requestId,
    fields: readFields(details['errors']),
  };
}

/** What is wrong with a member of what was sent. */
export function findWrong(error: unknown, path: string): string | undefined {
  return error === undefined ? undefined : describeError(error).fields.find((field) => field.path === path)?.message;
}

/** Paths of the members that were refused for a reason. @param code As `details.errors` of the answer has it. */
export function listRefused(error: unknown, code: string): string[] {
  const errors = error instanceof HubApiError ? error.details['errors'] : undefined;
  if (!Array.isArray(errors)) return [];
  return errors.filter((item: unknown) => isObject(item) && item['code'] === code).map(({ path }) => String(path));
}

function readFields(errors: unknown): Problem['fields'] {
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null || !('path' in item) || !('message' in item)) return [];
    return [{ path: String(item.path), message: String(item.message) }];
  });
}
