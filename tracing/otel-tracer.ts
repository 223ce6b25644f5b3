import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  type Span as OtelSpan,
  type SpanContext,
  type SpanOptions,
  SpanKind,
  SpanStatusCode,
  ROOT_CONTEXT,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { BasicTracerProvider, type TracerConfig } from '@opentelemetry/sdk-trace-base';
import { ConnectorError } from '../core/connector-error.ts';
import { HubError } from '../core/errors.ts';
import type { LongSpan, Span, SpanAttributes, SpanSettings, Tracer } from '../core/telemetry/tracing.ts';
import { GivenIds } from './given-ids.ts';

const kinds = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

/**
 * Makes a tracer, and what stands behind it. What is set by `OTEL_TRACES_SAMPLER` and `OTEL_SPAN_*` holds unless
 * `config` says otherwise.
 *
 * Nothing global is registered, so no other part of the process is traced by accident.
 */
export function createTracer(config: Omit<TracerConfig, 'idGenerator'>): {
  tracer: Tracer;
  provider: BasicTracerProvider;
} {
  const ids = new GivenIds();
  const provider = new BasicTracerProvider({ ...config, idGenerator: ids });
  const tracer = provider.getTracer('integration-hub');
  const atWork = new AsyncLocalStorage<Context>();

  const start = (name: string, settings: SpanSettings, more: SpanAttributes, startTime?: number): StartedSpan => {
    const context = 'parent' in settings ? toContext(settings.parent) : (atWork.getStore() ?? ROOT_CONTEXT);
    const { kind = 'internal', attributes } = settings;
    const options: SpanOptions = { kind: kinds[kind], attributes: { ...more, ...attributes } };
    const span = tracer.startSpan(name, startTime === undefined ? options : { ...options, startTime }, context);
    return { span, context: trace.setSpan(context, span) };
  };

  const withAttributes = (more: SpanAttributes): Tracer => ({
    enabled: true,
    run: (name, settings, work) => {
      const { span, context } = start(name, settings, more);
      return atWork.run(context, () => endWith(span, work));
    },
    open: (name, { id, startedAt, ...settings }) => {
      const { span, context } = ids.give(id, () => start(name, { parent: undefined, ...settings }, more, startedAt));
      const long: LongSpan = Object.assign(toSpan(span), {
        inside: <T>(work: () => T) => atWork.run(context, work),
        end: () => span.end(),
      });
      return long;
    },
    current: () => {
      const context = atWork.getStore();
      const span = context && trace.getSpan(context);
      return span && toTraceparent(span.spanContext());
    },
    with: (attributes) => withAttributes({ ...more, ...attributes }),
  });
  return { tracer: withAttributes({}), provider };
}

interface StartedSpan {
  span: OtelSpan;
  /** The context in which the span is the one at work. */
  context: Context;
}

function toContext(traceparent: string | undefined): Context {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}

async function endWith<T>(otelSpan: OtelSpan, work: (span: Span) => Promise<T>): Promise<T> {
  const span = toSpan(otelSpan);
  try {
    return await work(span);
  } catch (error) {
    span.fail(toCode(error));
    throw error;
  } finally {
    otelSpan.end();
  }
}

function toSpan(span: OtelSpan): Span {
  let failed = false;
  return {
    traceparent: toTraceparent(span.spanContext()),
    set: (attributes) => void span.setAttributes({ ...attributes }),
    fail: (code) => {
      if (failed) return;
      failed = true;
      // No description: sentences of errors may quote what was sent.
      span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', code);
    },
  };
}

function toTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

function toCode(error: unknown): string {
  if (error instanceof ConnectorError) return error.kind;
  return error instanceof HubError ? error.code : 'internal_error';
}
