import { canonicalJson, type Json } from '../../../../core/json.ts';
import { FaultError } from '../../../kit/fault.ts';
import type { FilePage, OpenFile } from './file.ts';

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
