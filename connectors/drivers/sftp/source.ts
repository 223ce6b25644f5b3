import { canonicalJson, type Json } from '../../../core/json.ts';
import type { ReadingStart, RecordSource, SourcePage } from '../../../core/records.ts';
import { FaultError } from '../../kit/fault.ts';
import type { Format } from '../../kit/http/operations.ts';
import { beginChangedFiles, ChangedFiles, type FileVersion } from '../shared/files/changed-files.ts';
import type { FilePage } from '../shared/files/file.ts';
import { KeptFile } from '../shared/files/kept-file.ts';
import { changed } from '../shared/files/json-file.ts';
import { nameFile } from '../shared/files/name-file.ts';
import { toJsonObject } from '../../kit/type-guards.ts';
import type { SftpContext } from './context.ts';
import { type ListedFile, listFiles, listOne } from './files.ts';
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
  #listed: { files: readonly ListedFile[]; atMs: number } | undefined;
  readonly begin?: (from: ReadingStart) => Json | undefined;

  constructor(context: SftpContext, read: FileRead) {
    this.#context = context;
    this.#read = read;
    if (read.incremental !== undefined) this.begin = beginChangedFiles;
  }

  async readPage(cursor: Json, signal: AbortSignal): Promise<SourcePage> {
    try {
      // The next run lists the folder again.
      if (readPlace(cursor) === undefined) this.#listed = undefined;
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
    const rest = (await this.#list(signal)).files.filter(({ name }) => name > after);
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
    const { files, atMs } = await this.#list(signal);
    const changes = this.#read.incremental && new ChangedFiles(cursor);
    const page: SourcePage = { records: [], bytes: 0, next: undefined };
    let { name: from, at } = readPlace(cursor) ?? { name: '', at: null };
    for (let index = files.findIndex(({ name }) => name >= from); ; index += 1) {
      const file = files[index];
      if (at !== null && file?.name !== from) throw new FaultError(changed);
      if (file === undefined) return { ...page, watermark: changes?.watermark };
      const isFull = page.records.length >= pageSize || clock.monotonic() >= stopAt;
      if (isFull) return { ...page, next: { name: file.name, at: null, ...changes?.members } };
      const version = this.#toVersion(file, atMs);
      if (at === null && changes?.isUnchanged(version) === true) {
        changes.note(version);
        continue;
      }
      const part = await this.#readFile(file.name, at, format, page, signal);
      page.records.push(...part.records);
      page.bytes += part.bytes;
      if (part.next !== undefined) return { ...page, next: { name: file.name, at: part.next, ...changes?.members } };
      changes?.note(version);
      [from, at] = [file.name, null];
    }
  }

  /** Times have a resolution of a second, and are those of another clock: of a file that has just changed, they say nothing. */
  #toVersion({ name, size, modifiedAt }: ListedFile, listedAtMs: number): FileVersion {
    if (modifiedAt === null) return { name, version: undefined, changedAtMs: undefined };
    const changedAtMs = modifiedAt * 1000;
    const isSettled = changedAtMs < listedAtMs - (this.#read.incremental?.overlapMs ?? 0);
    return { name, version: isSettled ? `${modifiedAt} ${size}` : undefined, changedAtMs };
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
      if (!isGone) throw this.#read.kind === 'folder' ? nameFile(error, name) : error;
      if (at !== null) throw new FaultError(changed);
      return { records: [], bytes: 0, next: undefined };
    }
  }

  async #list(signal: AbortSignal): Promise<{ files: readonly ListedFile[]; atMs: number }> {
    const { kind, path, nameEnding = '', incremental } = this.#read;
    const { connection, acquirePermit, clock } = this.#context;
    const atMs = clock.now();
    if (kind === 'file' && incremental === undefined) return { files: [{ name: path, size: 0, modifiedAt: 0 }], atMs };
    if (this.#listed !== undefined) return this.#listed;
    await acquirePermit(signal);
    const list = kind === 'file' ? listOne : listFiles;
    const listed = await connection.run((sftp) => list(sftp, path), { signal, timeoutMs: operationTimeoutMs });
    if (!listed.ok) throw new FaultError(listed.fault);
    const files = listed.value.filter(({ name }) => kind === 'file' || name.endsWith(nameEnding));
    this.#listed = { files, atMs };
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
