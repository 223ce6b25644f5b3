import { ConnectorError } from '../../../../core/connector-error.ts';
import type { Json, JsonObject } from '../../../../core/json.ts';
import { compileReader } from '../../../../core/path-readers.ts';
import type { ReadingStart, RecordSource, SourcePage } from '../../../../core/records.ts';
import { readDocument } from '../../shared/decode/document.ts';
import type { Fault } from '../../../kit/fault.ts';
import type { HttpJob, HttpPages, RequestTemplate } from '../../../kit/http/operations.ts';
import { addIncremental, beginIncremental } from '../exchange/incremental.ts';
import { readId } from '../exchange/interpret.ts';
import { toJsonObject, toPlainText } from '../../../kit/type-guards.ts';
import type { PageParameters } from '../exchange/pagination.ts';
import { planFixed, planRequest } from '../exchange/plan.ts';
import { type CallNamer, createCallNamer } from '../call.ts';
import type { HttpContext } from '../context.ts';
import { createPagesSource } from './pages-source.ts';

/** The state of an export. Kept in the cursor, so that an interrupted run continues with the same job. */
interface ExportPlace {
  id: string;
  /** When it was requested, in milliseconds. */
  since: number;
  phase: 'prepared' | 'read' | 'over';
  /** Parts that are still to be read, starting with the current one. Absent: the job has one part. */
  chunks?: Json[] | undefined;
  /** Cursor within the part. */
  at: Json;
}

/**
 * Reads an export: requests it, waits for it, and reads its parts.
 *
 * The first page is empty and stores the job. While the job is running, reading fails with the time to retry at, and
 * the run sleeps until then. A restriction to changes applies to the export, not to its parts.
 */
export function createExportSource(context: HttpContext, read: HttpPages, job: HttpJob): RecordSource {
  const { incremental, ...parts } = read;
  const source = new ExportSource(context, parts, { ...job, incremental });
  return {
    ...(incremental === undefined ? {} : { begin: (from: ReadingStart) => beginIncremental(incremental, from) }),
    async readPage(cursor, signal) {
      const page = await source.readPage(cursor, signal);
      const since = readPlace(cursor)?.since;
      // What changes while the export is prepared is for the next one.
      return page.next === undefined && incremental !== undefined ? { ...page, watermark: since } : page;
    },
    ...(job.abort === undefined && job.remove === undefined ? {} : { abandon: (...where) => source.abandon(...where) }),
  };
}

interface Job extends HttpJob {
  incremental: HttpPages['incremental'];
}

class ExportSource {
  readonly #context: HttpContext;
  readonly #read: HttpPages;
  readonly #job: Job;
  readonly #calls: CallNamer;

  constructor(context: HttpContext, read: HttpPages, job: Job) {
    this.#context = context;
    this.#read = read;
    this.#job = job;
    this.#calls = createCallNamer(context.connectorId, 'list');
  }

  async readPage(cursor: Json, signal: AbortSignal): Promise<SourcePage> {
    const place = readPlace(cursor);
    if (place === undefined) return toPage(await this.#create(cursor, signal));
    switch (place.phase) {
      case 'prepared':
        return this.#await(place, signal);
      case 'read':
        return this.#readPart(place, signal);
      case 'over':
        await this.#tell(this.#job.remove, place, signal);
        return toPage(undefined);
    }
  }

  /** A cursor from before the job was requested, or of another source, has no job to cancel. */
  async abandon(cursor: Json, signal: AbortSignal): Promise<void> {
    const place = readPlace(cursor);
    if (place !== undefined) await this.#giveUp(place, signal);
  }

  /** A job that is requested twice is prepared twice, and read once: this only costs the system work. */
  async #create(cursor: Json, signal: AbortSignal): Promise<ExportPlace> {
    const { create, idPath, incremental } = this.#job;
    const since = this.#context.clock.now();
    const changes: PageParameters = { query: {}, headers: {}, body: {}, holes: {} };
    if (incremental !== undefined) addIncremental(incremental, cursor, changes, this.#context.scope.config);
    const id = readId(idPath, await this.#call(create, {}, signal, changes));
    if (id === undefined) throw this.#calls.toError(nameless, undefined);
    return { id, since, phase: 'prepared', at: null };
  }

  async #await(place: ExportPlace, signal: AbortSignal): Promise<SourcePage> {
    const { status, statusPath, done, failed, empty, chunksPath, pollMs, giveUpMs } = this.#job;
    const document = await this.#call(status, { id: place.id }, signal);
    const state = toPlainText(compileReader(statusPath)(document));
    if (empty.includes(state)) return toPage({ ...place, phase: 'over' });
    if (done.includes(state)) {
      const chunks = chunksPath === undefined ? undefined : (compileReader(chunksPath)(document) ?? []);
      return toPage(startPart({ ...place, phase: 'read', chunks: Array.isArray(chunks) ? chunks : undefined }));
    }
    if (failed.includes(state)) throw this.#calls.toError(broken, undefined);
    if (this.#context.clock.now() - place.since < giveUpMs) {
      throw this.#calls.toError({ ...atWork, retryAfterMs: pollMs }, undefined);
    }
    await this.#giveUp(place, signal);
    throw this.#calls.toError(tooLong, undefined);
  }

  async #readPart(place: ExportPlace, signal: AbortSignal): Promise<SourcePage> {
    const [chunk = null] = place.chunks ?? [];
    const job = { id: place.id, chunk };
    const context = { ...this.#context, scope: { ...this.#context.scope, holes: { job } } };
    const { records, next, bytes } = await this.#orExpired(createPagesSource(context, this.#read), place.at, signal);
    if (next !== undefined) return { ...toPage({ ...place, at: next }), records, bytes };
    const rest = startPart({ ...place, chunks: place.chunks?.slice(1) ?? [], at: null });
    // If there is nothing to release, the last part is the end.
    const isEnd = rest.phase === 'over' && this.#job.remove === undefined;
    return { ...toPage(isEnd ? undefined : rest), records, bytes };
  }

  /** A job that no longer exists is requested again. */
  async #orExpired(source: RecordSource, at: Json, signal: AbortSignal): Promise<SourcePage> {
    try {
      return await source.readPage(at, signal);
    } catch (error) {
      const isGone = error instanceof ConnectorError && error.kind === 'not_found';
      throw isGone ? this.#calls.toError(lost, undefined) : error;
    }
  }

  async #giveUp(place: ExportPlace, signal: AbortSignal): Promise<void> {
    if (place.phase === 'prepared') await this.#tell(this.#job.abort, place, signal);
    await this.#tell(this.#job.remove, place, signal);
  }

  /** A job that cannot be stopped or released expires by itself, so the response is ignored. */
  async #tell(request: RequestTemplate | undefined, { id }: ExportPlace, signal: AbortSignal): Promise<void> {
    if (request === undefined) return;
    const planned = planFixed(request, { ...this.#context.scope, holes: { job: { id } } });
    if (planned.ok) await this.#context.client.exchange({ plan: planned.plan, signal, repeatable: true });
  }

  async #call(request: RequestTemplate, job: JsonObject, signal: AbortSignal, changes?: PageParameters): Promise<Json> {
    const scope = { ...this.#context.scope, holes: { job } };
    const planned = planRequest(request, scope, () => undefined, changes);
    if (!planned.ok) throw this.#calls.toError({ ...planned.fault, kind: 'config' }, undefined);
    const { plan } = planned;
    const exchanged = await this.#context.client.exchange({ plan, signal, repeatable: request.method === 'GET' });
    if (exchanged.status === 'failed') throw this.#calls.toError(exchanged.fault, plan);
    const { fault, status, body } = exchanged.answer;
    if (fault !== undefined) {
      const isGone = fault.kind === 'not_found' && 'id' in job;
      throw this.#calls.toError(isGone ? lost : fault, plan, status);
    }
    return exchanged.answer.document ?? readDocument(body) ?? null;
  }
}

/** No parts are left. */
function startPart(place: ExportPlace): ExportPlace {
  return place.chunks?.length === 0 ? { ...place, phase: 'over' } : place;
}

function toPage(place: ExportPlace | undefined): SourcePage {
  return { records: [], next: place === undefined ? undefined : { ...place, chunks: place.chunks ?? null }, bytes: 0 };
}

function readPlace(cursor: Json): ExportPlace | undefined {
  const { id, since, phase, chunks, at = null } = toJsonObject(cursor);
  if (typeof id !== 'string' || typeof since !== 'number') return undefined;
  if (phase !== 'prepared' && phase !== 'read' && phase !== 'over') return undefined;
  return { id, since, phase, chunks: Array.isArray(chunks) ? chunks : undefined, at };
}

const nameless: Fault = { kind: 'schema_drift', message: 'The response does not name the requested export.' };
const atWork: Fault = { kind: 'transient', message: 'The system is still preparing the export.' };
const broken: Fault = { kind: 'cursor_expired', message: 'The export failed in the system: starting another one.' };
const tooLong: Fault = { kind: 'cursor_expired', message: 'The export took too long: starting another one.' };
const lost: Fault = {
  kind: 'cursor_expired',
  message: 'The export no longer exists in the system: starting another one.',
};
