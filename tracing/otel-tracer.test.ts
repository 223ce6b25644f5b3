import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import { describe, expect, it } from 'vitest';
import { ConnectorError } from '../core/connector-error.ts';
import { createTracer } from './otel-tracer.ts';

const id = '0197f3a2-5c1e-7d44-9b3a-6f2e8c1d4a70';
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

function startTracer(sampler?: TraceIdRatioBasedSampler): {
  tracer: ReturnType<typeof createTracer>['tracer'];
  find(name: string): ReadableSpan;
  names(): string[];
} {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor(exporter)];
  const { tracer } = createTracer({ spanProcessors, ...(sampler === undefined ? {} : { sampler }) });
  return {
    tracer,
    names: () => exporter.getFinishedSpans().map(({ name }) => name),
    find: (name) => {
      const found = exporter.getFinishedSpans().find((span) => span.name === name);
      if (found === undefined) throw new Error(`No span ${name}.`);
      return found;
    },
  };
}

describe('tracing/otel-tracer', () => {
  it('puts spans under the one at work, across awaits and beside each other', async () => {
    const { tracer, find } = startTracer();

    await Promise.all(
      ['a', 'b'].map((name) =>
        tracer.run(name, {}, async () => {
          await Promise.resolve();
          await tracer.run(`${name} child`, {}, () => Promise.resolve());
        }),
      ),
    );

    for (const name of ['a', 'b']) {
      expect(find(`${name} child`).parentSpanContext?.spanId).toBe(find(name).spanContext().spanId);
    }
    expect(find('a').spanContext().traceId).not.toBe(find('b').spanContext().traceId);
  });

  it.each([
    ['goes on with the trace of a traceparent', traceparent, '4bf92f3577b34da6a3ce929d0e0e4736'],
    ['begins a trace where it is malformed', '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01', undefined],
    ['begins a trace where there is none', undefined, undefined],
  ])('%s', async (_, parent, traceId) => {
    const { tracer, find } = startTracer();

    const seen = await tracer.run('outer', {}, () => tracer.run('inner', { parent }, async (span) => span.traceparent));

    const inner = find('inner');
    expect(inner.parentSpanContext?.traceId).toBe(traceId);
    expect(inner.spanContext().traceId).not.toBe(find('outer').spanContext().traceId);
    expect(seen).toBe(`00-${inner.spanContext().traceId}-${inner.spanContext().spanId}-01`);
  });

  it('opens the same span for the same id, and records it where it is ended', async () => {
    const { tracer, find, names } = startTracer();
    const startedAt = Date.UTC(2026, 10, 21);

    const first = tracer.open('run', { id, startedAt });
    await first.inside(() => tracer.run('segment', {}, () => Promise.resolve()));
    const second = tracer.open('run', { id, startedAt });
    second.end();

    expect(second.traceparent).toBe(first.traceparent);
    expect(first.traceparent).toBe('00-0197f3a25c1e7d449b3a6f2e8c1d4a70-9b3a6f2e8c1d4a70-01');
    expect(find('segment').parentSpanContext?.spanId).toBe('9b3a6f2e8c1d4a70');
    expect(find('run').startTime).toEqual([startedAt / 1000, 0]);
    expect(names()).toEqual(['segment', 'run']);
  });

  it('tells the span at work, across awaits, and none outside', async () => {
    const { tracer } = startTracer();
    const span = tracer.open('run', { id, startedAt: 0 });

    const inside = await span.inside(async () => {
      await Promise.resolve();
      return [tracer.current(), await tracer.run('inner', {}, async (inner) => tracer.current() === inner.traceparent)];
    });

    expect(inside).toEqual([span.traceparent, true]);
    expect(tracer.current()).toBeUndefined();
  });

  it('opens a span in the trace of its parent', () => {
    const { tracer } = startTracer();

    const span = tracer.open('run', { id, startedAt: 0, parent: traceparent });

    expect(span.traceparent).toBe('00-4bf92f3577b34da6a3ce929d0e0e4736-9b3a6f2e8c1d4a70-01');
  });

  it('records nothing below a span that is not sampled', async () => {
    const { tracer, names } = startTracer(new TraceIdRatioBasedSampler(0));

    const span = tracer.open('run', { id, startedAt: 0 });
    await span.inside(() => tracer.run('segment', {}, () => Promise.resolve()));
    span.end();

    expect(span.traceparent).toMatch(/-00$/);
    expect(names()).toEqual([]);
  });

  it('fails a span by the first code, and tells no message', async () => {
    const { tracer, find } = startTracer();
    const error = new ConnectorError('rate_limited', 'for ann@example.com', { connectorId: 'okta', operation: 'list' });

    await expect(tracer.run('thrown', {}, () => Promise.reject(error))).rejects.toBe(error);
    await expect(
      tracer.run('told', {}, (span) => {
        span.fail('lease_lost');
        return Promise.reject(error);
      }),
    ).rejects.toBe(error);
    await expect(tracer.run('unknown', {}, () => Promise.reject(new Error('secret')))).rejects.toThrow();

    expect(['thrown', 'told', 'unknown'].map((name) => find(name).attributes['error.type'])).toEqual([
      'rate_limited',
      'lease_lost',
      'internal_error',
    ]);
    expect(find('thrown').status).toEqual({ code: 2 });
    expect(find('thrown').events).toEqual([]);
  });

  it('gives the spans of a tracer its attributes', async () => {
    const { tracer, find } = startTracer();

    await tracer
      .with({ 'hub.connector.id': 'okta' })
      .run('list', { attributes: { 'hub.operation': 'list' } }, (span) => {
        span.set({ 'hub.records.count': 3, 'error.type': undefined });
        return Promise.resolve();
      });

    expect(find('list').attributes).toEqual({
      'hub.connector.id': 'okta',
      'hub.operation': 'list',
      'hub.records.count': 3,
    });
  });
});
