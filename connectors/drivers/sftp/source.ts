import { canonicalJson, type Json } from '../../../core/json.ts';
import type { RecordSource, SourcePage } from '../../../core/records.ts';
import { FaultError } from '../../kit/fault.ts';
import type { Format } from '../../kit/http/operations.ts';
import type { FilePage } from '../shared/files/file.ts';
import { KeptFile } from '../shared/files/kept-file.ts';
import { changed } from '../shared/files/json-file.ts';
import { toJsonObject } from '../../kit/type-guards.ts';
import type { SftpContext } from './context.ts';
import { type ListedFile, listFiles } from './files.ts';
import { openFile } from './open-file.ts';
import type { FileRead } from '../../kit/sftp/operations.ts';
import { operationTimeoutMs } from '../../kit/sftp/settings.ts';

/** Many small files make one page; this limits the time for one. */
const gatherMs = 2000;

/**
 * The position of a read: within a file, or before it. Files are read in order of name, so a name remains a position
 * even if files are added or removed.
 */
interface FilePosition {
  name: string;
  at: Json;
}

/** Reads the files of a folder as one sequence of records; a single file is a folder of one. */
export class FilesSource implements RecordSource {
  readonly #context: SftpContext;
  readonly #read: FileRead;
  readonly #kept = new KeptFile();
  #listed: readonly ListedFile[] | undefined;

  constructor(context: SftpContext, read: FileRead) {
    this.#context = context;
    this.#read = read;
  }

  async readPage(cursor: Json, signal: AbortSignal): Promise<SourcePage> {
    try {
      // The next run lists the folder again.
      if (cursor === null) this.#listed = undefined;
      const { format } = this.#read;
      return format === undefined
        ? await this.#readListing(cursor, signal)
        : await this.#readFiles(cursor, format, signal);
    } catch (error) {
      throw error instanceof FaultError ? this.#context.toError('list', error.fault) : error;
    }
  }

  async #readListing(cursor: Json, signal: AbortSignal): Promise<SourcePage> {
    const { name: after = '' } = readPlace(cursor) ?? {};
    const rest = (await this.#list(signal)).filter(({ name }) => name > after);
    const files = rest.slice(0, this.#read.pageSize);
    const records = files.map(({ name, size, modifiedAt }) => ({
      name,
      size,
      modified_at: modifiedAt === null ? null : new Date(modifiedAt * 1000).toISOString(),
    }));
    const next = rest.length > files.length ? { name: files.at(-1)?.name ?? '', at: null } : undefined;
    return { records, bytes: Buffer.byteLength(JSON.stringify(records)), next };
  }

  async #readFiles(cursor: Json, format: Format, signal: AbortSignal): Promise<SourcePage> {
    const { clock } = this.#context;
    const { pageSize } = this.#read;
    const stopAt = clock.monotonic() + gatherMs;
    const names = (await this.#list(signal)).map(({ name }) => name);
    const page: SourcePage = { records: [], bytes: 0, next: undefined };
    let place = readPlace(cursor) ?? { name: names[0] ?? '', at: null };
    while (page.records.length < pageSize && clock.monotonic() < stopAt) {
      const index = names.findIndex((name) => name >= place.name);
      const name = names[index];
      if (name === undefined) return page;
      if (place.at !== null && name !== place.name) throw new FaultError(changed);
      const part = await this.#readFile(name, name === place.name ? place.at : null, format, page, signal);
      page.records.push(...part.records);
      page.bytes += part.bytes;
      const following = part.next === undefined ? names[index + 1] : name;
      if (following === undefined) return page;
      place = { name: following, at: part.next ?? null };
    }
    return { ...page, next: { name: place.name, at: place.at } };
  }

  /** @throws {FaultError} the server's fault. A file that was deleted since the listing is treated as not listed. */
  async #readFile(name: string, at: Json, format: Format, page: SourcePage, signal: AbortSignal): Promise<FilePage> {
    const { context, path } = { context: this.#context, path: this.#pathOf(name) };
    const toPlace = (next: Json): string => canonicalJson([name, next]);
    const open = async (): Promise<Awaited<ReturnType<typeof openFile>>> => {
      await context.acquirePermit(signal);
      const opened = await context.connection.run((sftp) => openFile(sftp, path, format, at), {
        signal,
        timeoutMs: operationTimeoutMs,
      });
      if (!opened.ok) throw new FaultError(opened.fault);
      return opened.value;
    };
    try {
      return await this.#kept.read(toPlace(at), open, this.#read.pageSize - page.records.length, signal, toPlace);
    } catch (error) {
      const isGone = error instanceof FaultError && error.fault.kind === 'not_found' && this.#read.kind === 'folder';
      if (!isGone) throw error;
      if (at !== null) throw new FaultError(changed);
      return { records: [], bytes: 0, next: undefined };
    }
  }

  async #list(signal: AbortSignal): Promise<readonly ListedFile[]> {
    const { kind, path, nameEnding = '' } = this.#read;
    if (kind === 'file') return [{ name: path, size: 0, modifiedAt: 0 }];
    if (this.#listed !== undefined) return this.#listed;
    const { connection, acquirePermit } = this.#context;
    await acquirePermit(signal);
    const listed = await connection.run((sftp) => listFiles(sftp, path), { signal, timeoutMs: operationTimeoutMs });
    if (!listed.ok) throw new FaultError(listed.fault);
    this.#listed = listed.value.filter(({ name }) => name.endsWith(nameEnding));
    return this.#listed;
  }

  #pathOf(name: string): string {
    return this.#read.kind === 'file' ? name : `${this.#read.path.replace(/\/$/, '')}/${name}`;
  }
}

function readPlace(cursor: Json): FilePosition | undefined {
  const { name, at = null } = toJsonObject(cursor);
  return typeof name === 'string' ? { name, at } : undefined;
}
