import { canonicalJson, type Json } from '../../../core/json.ts';
import type { RecordSource, SourcePage } from '../../../core/records.ts';
import { FaultError } from '../fault.ts';
import type { HttpFile } from '../http-operations.ts';
import { planFixed } from '../plan.ts';
import { createCallNamer } from './call.ts';
import type { HttpContext } from './context.ts';
import type { FilePage, OpenFile } from './file.ts';
import { openFile } from './open-file.ts';

/** Reads one file in pages. The file stays open between pages, so that a run reads it once. */
export function createFileSource(context: HttpContext, read: HttpFile): RecordSource {
  const calls = createCallNamer(context.connectorId, 'list');
  const kept = new KeptFile();
  return {
    async readPage(cursor: Json, signal: AbortSignal): Promise<SourcePage> {
      const planned = planFixed(read.request, context.scope);
      if (!planned.ok) throw calls.toError({ ...planned.fault, kind: 'config' }, undefined);
      const open = (): Promise<OpenFile> => openFile(context, planned.plan, read.format, cursor, signal);
      try {
        return await kept.read(canonicalJson(cursor), open, read.pageSize, signal);
      } catch (error) {
        return calls.rethrow(error, planned.plan);
      }
    },
  };
}

/** A file that nobody reads on from holds a connection; it is given back after this. */
const keptMs = 30_000;

/** A file that is kept open for the page that comes next; asked for any other place, it is opened there anew. */
export class KeptFile {
  #kept: { file: OpenFile; place: string; expiry: NodeJS.Timeout } | undefined;

  async read(
    place: string,
    open: () => Promise<OpenFile>,
    recordsMax: number,
    signal: AbortSignal,
    toPlace: (next: Json) => string = canonicalJson,
  ): Promise<FilePage> {
    const waiting = this.#kept;
    this.#kept = undefined;
    clearTimeout(waiting?.expiry);
    if (waiting !== undefined && waiting.place !== place) waiting.file.close();
    if (waiting?.place === place) {
      try {
        return this.#keep(waiting.file, await waiting.file.read(recordsMax, signal), toPlace);
      } catch (error) {
        // Systems close connections that nobody reads from for a while: the place is enough to go on.
        if (!(error instanceof FaultError) || error.fault.kind !== 'transient') throw error;
      }
    }
    const file = await open();
    return this.#keep(file, await file.read(recordsMax, signal), toPlace);
  }

  #keep(file: OpenFile, page: FilePage, toPlace: (next: Json) => string): FilePage {
    if (page.next === undefined) {
      file.close();
    } else {
      this.#kept = { file, place: toPlace(page.next), expiry: setTimeout(() => this.#release(), keptMs).unref() };
    }
    return page;
  }

  #release(): void {
    this.#kept?.file.close();
    this.#kept = undefined;
  }
}
