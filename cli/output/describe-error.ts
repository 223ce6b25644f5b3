import { UnusableFiles } from '../../as-code/problem.ts';
import { HubApiError, HubUnreachableError } from '../../client/hub-api-error.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { CliError } from '../cli-error.ts';
import type { Ending } from '../exit-codes.ts';
import { toJson, toText } from '../../as-code/values.ts';

/** What a person is told of an error, and how the command ends. */
export interface ErrorReport {
  ending: Ending;
  lines: string[];
  /** The same for scripts. */
  data: JsonObject;
}

/** Turns whatever ended a command into words: code, message, and every wrong field with its path. */
export function describeError(error: unknown): ErrorReport {
  if (error instanceof HubApiError) return describeRefusal(error);
  if (error instanceof HubUnreachableError) {
    const reason = `The hub did not answer (${reasonOf(error.cause)}).`;
    const remedy = 'See that it runs and that its address is right (`hub profiles list`); `hub doctor` looks closer.';
    return report('unreachable', reason, remedy);
  }
  if (error instanceof UnusableFiles) return report('usage', error.message, undefined);
  if (error instanceof CliError) return report(error.ending, error.message, error.remedy);
  return report('refused', error instanceof Error ? error.message : String(error), undefined);
}

function report(ending: Ending, message: string, remedy: string | undefined): ErrorReport {
  return {
    ending,
    lines: [message, ...(remedy === undefined ? [] : [`  ${remedy}`])],
    data: { code: ending, message, ...(remedy === undefined ? {} : { remedy }) },
  };
}

function describeRefusal(error: HubApiError): ErrorReport {
  const { status, code, details, requestId } = error;
  const failed = listObjects(details['checks']).filter(({ ok }) => ok !== true);
  const { documentation_url: page, required_scopes: scopes } = details;
  return {
    ending: toEnding(error),
    lines: [
      error.message,
      ...listObjects(details['errors']).map(describeField),
      ...failed.map(describeCheck),
      ...listObjects(details['missing']).map(({ step, message }) => `  ${toText(step)}: ${toText(message)}`),
      ...describeOthers(details),
      ...(Array.isArray(scopes) ? [`  It needs ${scopes.map(String).join(', ')}.`] : []),
      ...(typeof page === 'string' ? [`  More: ${page}`] : []),
      ...(requestId === undefined ? [] : [`  Request: ${requestId}`]),
    ],
    data: { status, code, message: error.message, details: toJson(details), request_id: requestId ?? null },
  };
}

/** Members of `details` that have lines of their own. */
const namedElsewhere = new Set(['checks', 'errors', 'missing', 'required_scopes', 'documentation_url', 'request_id']);

/** What else there is to go on from: `  integrations: int_1, int_2`, `  hash: 5feceb66…` */
function describeOthers(details: HubApiError['details']): string[] {
  return Object.entries(details).flatMap(([name, value]) => {
    const text = (Array.isArray(value) ? value : [value]).map((one) => toText(toJson(one))).join(', ');
    return namedElsewhere.has(name) || text === '' ? [] : [`  ${name}: ${text}`];
  });
}

function listObjects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** `  auth: auth_invalid: The system refused the credentials. Replace them.` */
function describeCheck({ name, code, message, remedy }: JsonObject): string {
  return [
    `  ${toText(name)}: ${toText(code)}: ${toText(message)}`,
    ...(remedy === undefined ? [] : [toText(remedy)]),
  ].join(' ');
}

/** `  mapping[2].to: unknown_field: … Did you mean "name"? One of: a, b.` */
function describeField({ path, code, message, suggestion, allowed }: JsonObject): string {
  // The one that was meant may stand in the message.
  const isSaid = Array.isArray(allowed) && allowed.every((one) => toText(message).includes(`\`${toText(one)}\``));
  const hints = [
    ...(suggestion === undefined ? [] : [`Did you mean ${toText(suggestion)}?`]),
    ...(Array.isArray(allowed) && allowed.length > 0 && !isSaid ? [`One of: ${allowed.map(toText).join(', ')}.`] : []),
  ];
  return [`  ${toText(path)}: ${toText(code)}: ${toText(message)}`, ...hints].join(' ');
}

function toEnding({ status, code }: HubApiError): Ending {
  if (code === 'unreadable_answer') return 'unreachable';
  if (status === 401 || status === 403) return 'denied';
  if (status === 404) return 'notFound';
  return status === 409 || status === 412 || status === 428 ? 'conflict' : 'refused';
}

/** The innermost reason that has words: `fetch` wraps what the network said. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'no reason is known';
  const inner: unknown = cause instanceof AggregateError ? cause.errors[0] : cause.cause;
  if (inner instanceof Error) return reasonOf(inner);
  return cause.message === '' ? cause.name : cause.message;
}
