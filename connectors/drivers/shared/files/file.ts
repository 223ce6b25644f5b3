import type { Json, JsonObject } from '../../../../core/json.ts';

/** A file opened at a place, handing out its records in order. */
export interface OpenFile {
  /**
   * Reads on.
   *
   * @throws {FaultError} also after the file was closed or the reading ran out of time; the file is of no use then.
   * @throws the reason of `signal` when it aborted; the file is of no use then.
   */
  read(recordsMax: number, signal?: AbortSignal): Promise<FilePage>;
  /** Gives the connection back. May be called at any time, also during a read, which fails then. */
  close(): void;
}

export interface FilePage {
  records: JsonObject[];
  bytes: number;
  /** Where to open the file in order to read on; `undefined` at its end. Valid in other processes. */
  next: Json | undefined;
}
