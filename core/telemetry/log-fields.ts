import { isSensitiveName, maskSecretForms } from '../secret.ts';
import type { Tracer } from './tracing.ts';

const redacted = '[redacted]';

/** How far into nested objects a line goes, and how many causes of an error it describes. */
const depthMax = 4;

/** Headers that carry credentials, beside what `isSensitiveName` knows. */
const sensitiveHeader = /^(?:proxy-)?authorization$|^(?:set-)?cookie$/i;

/** Where faults that do not end the work are logged, for the operator. */
export interface WarningLog {
  warn(fields: object, message: string): void;
}

/**
 * What a process writes of a line's fields: errors as `describeError` describes them, no values under names of secrets,
 * texts without credentials in addresses and headers.
 *
 * The last line of defence: callers log ids and counts, and secrets have a type that does not print.
 */
export function toLogFields(fields: object): Record<string, unknown> {
  return toFields(fields, depthMax);
}

function toFields(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const isSensitive = value !== undefined && (isSensitiveName(name) || sensitiveHeader.test(name));
      return [name, isSensitive ? redacted : toField(value, depth)];
    }),
  );
}

function toField(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskSecretForms(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value;
  if (value instanceof Error) return describe(value, depth);
  if ('toJSON' in value) return value;
  if (depth === 0) return '[nested]';
  return Array.isArray(value) ? value.map((item) => toField(item, depth - 1)) : toFields(value, depth - 1);
}

/**
 * What may be logged of an error: its name, code, message and stack, those of its causes, and of the errors that it
 * stands for. Never its other members, which hold the values that a statement or a request carried.
 */
export function describeError(error: unknown): Record<string, unknown> {
  return describe(error, depthMax);
}

function describe(error: unknown, depth: number): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  return {
    type: error.name,
    ...('code' in error ? { code: error.code } : {}),
    message: maskSecretForms(error.message),
    ...(error.stack === undefined ? {} : { stack: maskSecretForms(error.stack) }),
    ...(error.cause === undefined || depth === 0 ? {} : { cause: describe(error.cause, depth - 1) }),
    ...(error instanceof AggregateError && depth > 0 ? { errors: describeAll(error.errors, depth - 1) } : {}),
  };
}

/** One error may stand for any number. */
const errorsMax = 5;

function describeAll(errors: readonly unknown[], depth: number): Record<string, unknown>[] {
  return errors.slice(0, errorsMax).map((error) => describe(error, depth));
}

/** The part of a logger's options that all processes share. */
export const logOptions = {
  formatters: { log: toLogFields },
  // Errors were described before; the logger's own serializer would write more of them.
  serializers: { err: (described: unknown) => described },
};

/**
 * What a process that traces gives a child of its logger: its lines name the span at work, if there is one, by the names
 * that OpenTelemetry has for these fields. Where nothing is traced there is no such child, and so no cost.
 *
 * @see https://opentelemetry.io/docs/specs/otel/compatibility/logging_trace_context/
 */
export function tracedLogOptions(tracer: Tracer) {
  return { formatters: { log: (fields: object) => toLogFields({ ...fields, ...toTraceIds(tracer.current()) }) } };
}

/** @see https://www.w3.org/TR/trace-context-2/#traceparent-header (version, trace, span, flags) */
function toTraceIds(traceparent: string | undefined): object {
  if (traceparent === undefined) return {};
  const [, traceId, spanId] = traceparent.split('-');
  return { trace_id: traceId, span_id: spanId };
}
