import { canonicalJson, type Json } from '../../../../core/json.ts';
import { FaultError } from '../../../kit/fault.ts';
import type { FilePage, OpenFile } from './file.ts';

/** An abandoned file holds a connection, which is closed after this time. */
const keptMs = 30_000;

/** Keeps a file open for the next page. For any other position, opens it again. */
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
        // Systems close idle connections; the position is enough to continue.
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
