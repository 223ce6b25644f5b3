import type { ConnectorSession } from '../connectors/drivers/shared/session.ts';
import type { RecordFinder, RecordSource, RecordTarget } from '../core/records.ts';
import type { Span, Tracer } from '../core/telemetry/tracing.ts';
import { nameOperation } from './call-incidents.ts';

/**
 * A session whose every read, look-up and write is known by its operation, and a span where anything is traced, whatever
 * protocol it speaks. Spans are named by operation and
 * connector; objects are omitted, since integrations may use addresses as their names.
 */
export function traceSession(session: ConnectorSession, connectorId: string, tracer: Tracer): ConnectorSession {
  const trace: Trace = (operation, work) =>
    nameOperation(operation, () =>
      tracer.run(`${operation} ${connectorId}`, { attributes: { 'hub.operation': operation } }, work),
    );
  const { openFinder } = session;
  return replaceMembers(session, {
    openSource: (...args) => traceSource(session.openSource(...args), trace),
    ...(openFinder === undefined ? {} : { openFinder: (...args) => traceFinder(openFinder(...args), trace) }),
    openTarget: (request, ...args) => traceTarget(session.openTarget(request, ...args), request.operation, trace),
  });
}

/** Does one operation inside a span of its own. */
type Trace = <T>(operation: string, work: (span: Span) => Promise<T>) => Promise<T>;

function traceSource(source: RecordSource, trace: Trace): RecordSource {
  return replaceMembers(source, {
    readPage: (...args) =>
      trace('list', async (span) => {
        const page = await source.readPage(...args);
        span.set({ 'hub.records.count': page.records.length });
        return page;
      }),
  });
}

function traceFinder(finder: RecordFinder, trace: Trace): RecordFinder {
  return replaceMembers(finder, {
    find: (...args) =>
      trace('find', async (span) => {
        const found = await finder.find(...args);
        span.set({ 'hub.records.count': found.length });
        return found;
      }),
  });
}

function traceTarget(target: RecordTarget, operation: string, trace: Trace): RecordTarget {
  const { find } = target;
  return replaceMembers(target, {
    write: (...args) =>
      trace(operation, async (span) => {
        span.set({ 'hub.records.count': args[0].length });
        const report = await target.write(...args);
        if (report.error !== undefined) span.fail(report.error.kind);
        return report;
      }),
    ...(find === undefined ? {} : { find: (...args) => trace('find', () => find.apply(target, args)) }),
  });
}

/** An object with some members replaced; the rest, whatever it will be, is the object's own. */
function replaceMembers<T extends object>(object: T, replaced: Partial<T>): T {
  return new Proxy(object, {
    get: (_, name) => {
      const value: unknown = Reflect.get(Object.hasOwn(replaced, name) ? replaced : object, name);
      if (typeof value !== 'function') return value;
      // Methods of classes with private fields work on the object itself only.
      const bound: unknown = value.bind(object);
      return bound;
    },
  });
}
