import { ConnectorError } from '../../../core/connector-error.ts';
import { canonicalJson } from '../../../core/json.ts';
import { messages } from '../../../core/messages.ts';
import { RunUnusableError } from '../../../core/runs/run-unusable-error.ts';
import type { ConnectorSession } from '../../../connectors/drivers/shared/session.ts';
import { describeObject } from '../../../connectors/kit/describe-object.ts';
import type { RunEnvironment } from '../../../engine/run-environment.ts';
import {
  type ActionResult,
  answerList,
  type ItemContext,
  type ListRequest,
  type ListStep,
} from '../../../flow/index.ts';
import type { LoadedConnection } from '../../../sessions/loaded-connection.ts';
import type { Answer } from './answer.ts';
import { refusals } from './answer.ts';
import { readList, type ReadList } from './read-list.ts';

/** Bytes of records that are held before items are given theirs. */
const heldMax = 4 * 1024 * 1024;

interface ListRead {
  session: ConnectorSession;
  connection: LoadedConnection;
  step: ListStep;
  environment: RunEnvironment;
  /** Whether time is left for another item. */
  mayGoOn: () => boolean;
}

/** What one request came to: records, or why there are none. */
type Listed = { ok: true; read: ReadList } | Extract<ActionResult, { ok: false }>;

/**
 * Answers items that read lists: one after the other, and what several ask for once.
 *
 * @throws {RunUnusableError} where the object cannot be read any more.
 */
export function answerLists(use: ListRead): Answer {
  const { step, environment, mayGoOn } = use;
  return async (contexts, signal) => {
    const listed = new Map<string, Listed>();
    const results: ActionResult[] = [];
    let held = 0;
    for (const context of contexts) {
      if (results.length > 0 && (held > heldMax || !mayGoOn() || signal.aborted)) break;
      const asked = step.ask(context, environment);
      if (!asked.ok) {
        results.push(asked);
        continue;
      }
      const name = canonicalJson(asked.request);
      try {
        const found = listed.get(name) ?? (await list(use, asked.request, signal));
        listed.set(name, found);
        held += found.ok ? found.read.bytes : 0;
        results.push(toResult(step, context, found));
      } catch (error) {
        // The items before have their answers: they are kept, and this one is asked for again.
        if (error instanceof ConnectorError && error.retryable && results.length > 0) break;
        throw error;
      }
    }
    return results;
  };
}

function toResult(step: ListStep, context: ItemContext, found: Listed): ActionResult {
  return found.ok ? answerList(step, context, found.read) : found;
}

const nothing: ReadList = { records: [], isComplete: true, bytes: 0 };

async function list(
  { session, connection, step }: ListRead,
  request: ListRequest | null,
  signal: AbortSignal,
): Promise<Listed> {
  if (request === null) return { ok: true, read: nothing };
  const { object, limit } = step.list;
  const options = step.optionsFor(request);
  const problem = findProblem(connection, step, request, options);
  if (problem !== undefined) return { ok: false, problem };
  const where = step.compare(request);
  // One more than is given tells whether there are more.
  const recordsMax = where.length === 0 ? limit + 1 : undefined;
  const pick = step.pick.bind(step, request);
  try {
    const source = session.openSource({ object, options, where, ...(recordsMax === undefined ? {} : { recordsMax }) });
    return { ok: true, read: await readList(source, { connectorId: connection.serviceType, limit, pick }, signal) };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const message = session.createScrub()(error.message);
    if (refusals.has(error.kind)) return { ok: false, problem: { code: error.kind, message } };
    throw asLookUp(error);
  }
}

/** What is wrong with the options of an item. @throws {RunUnusableError} where that is no item's fault. */
function findProblem(
  { connector, config, serviceType }: LoadedConnection,
  step: ListStep,
  request: ListRequest,
  options: ReturnType<ListStep['optionsFor']>,
): { code: string; message: string } | undefined {
  if (connector === undefined) throw new RunUnusableError(messages.connectorRemoved({ serviceType }));
  const described = describeObject(connector, { object: step.list.object, options, config, role: 'source' });
  if (described.ok) return undefined;
  const [first] = described.problems;
  const message = first?.message ?? '';
  if (Object.keys(request.options).length > 0)
    return { code: 'lookup_failed', message: `${first?.path ?? ''}: ${message}` };
  throw new RunUnusableError(messages.runObjectUnusable({ end: 'source', reason: message }));
}

/** A list of a step is no reading of the source: whose fault is shown goes by the operation. */
function asLookUp(error: ConnectorError): ConnectorError {
  const { connectorId, endpoint, status, retryAfterMs, fields } = error;
  const place = { connectorId, operation: 'find', endpoint, status, retryAfterMs, fields, cause: error };
  return new ConnectorError(error.kind, error.message, place);
}
