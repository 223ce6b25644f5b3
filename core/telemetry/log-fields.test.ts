import { describe, expect, it } from 'vitest';
import { describeError, toLogFields, tracedLogOptions } from './log-fields.ts';
import { Secret } from '../secret.ts';
import { noTracer } from './tracing.ts';

const canary = 'canary-5d0c2f7e41';

/** An error as clients of databases and of HTTP make them: with the values of the request in its members. */
function makeError(): Error {
  const cause = Object.assign(new Error(`connect postgres://hub:${canary}@db.example/hub`), { parameters: [canary] });
  return Object.assign(new Error('The statement failed.', { cause }), { code: '23505', detail: canary, query: canary });
}

describe('core/telemetry/log-fields', () => {
  it.each([
    ['a name that speaks of a secret', { password: canary }],
    ['such a name in a nested object', { connection: { config: { api_key: canary } } }],
    ['a header', { headers: { authorization: `Bearer ${canary}`, 'set-cookie': canary } }],
    ['a header in a text', { message: `sent authorization: Bearer ${canary}` }],
    ['an address', { url: `https://hub:${canary}@example.com/x` }],
    ['an address in a list', { urls: [`https://hub:${canary}@example.com/x`] }],
    ['members of an error', { err: makeError() }],
    ['members of a nested error', { temporal: { error: makeError() } }],
    ['a secret', { key: new Secret(canary) }],
    ['what is nested too deep', { a: { b: { c: { d: { e: { f: canary } } } } } }],
  ])('keeps %s out of a line', (_, fields) => {
    expect(JSON.stringify(toLogFields(fields))).not.toContain(canary);
  });

  it('leaves ids, counts and texts as they are', () => {
    const fields = { run_id: 'run_x', count: 3, ok: true, none: null, list: ['a', 1], address: '198.51.100.7:8080' };

    expect(toLogFields(fields)).toEqual(fields);
  });

  it('tells name, code, message and stack of an error and of its causes', () => {
    const described = describeError(makeError());

    expect(described).toMatchObject({ type: 'Error', code: '23505', message: 'The statement failed.' });
    expect(described['stack']).toContain('log-fields.test');
    expect(described['cause']).toMatchObject({ message: 'connect postgres://[redacted]@db.example/hub' });
  });

  it('names the span at work, and masks what it masks elsewhere', () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const inSpan = tracedLogOptions({ ...noTracer, current: () => traceparent }).formatters;
    const outside = tracedLogOptions(noTracer).formatters;

    expect(inSpan.log({ run_id: 'run_x', password: canary })).toEqual({
      run_id: 'run_x',
      password: '[redacted]',
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      span_id: '00f067aa0ba902b7',
    });
    expect(outside.log({ run_id: 'run_x' })).toEqual({ run_id: 'run_x' });
  });

  it('tells the errors that one stands for, up to five of them', () => {
    const described = describeError(new AggregateError(Array.from({ length: 7 }, makeError), 'Seven.'));
    expect(described['errors']).toHaveLength(5);
    expect(described['errors']).toMatchObject([{ message: 'The statement failed.', code: '23505' }, {}, {}, {}, {}]);
    expect(JSON.stringify(described)).not.toContain(canary);
  });

  it('ends with an error that is its own cause', () => {
    const error = new Error('round');
    error.cause = error;

    expect(JSON.stringify(describeError(error)).match(/"message":"round"/g)).toHaveLength(5);
  });
});
