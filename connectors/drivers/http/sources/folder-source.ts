import { canonicalJson, type Json, type JsonObject } from '../../../../core/json.ts';
import { compileReader } from '../../../../core/path-readers.ts';
import type { ReadingStart, RecordSource, SourcePage } from '../../../../core/records.ts';
import { type Fault, FaultError } from '../../../kit/fault.ts';
import type { HttpFolder } from '../../../kit/http/operations.ts';
import { toJsonObject, toPlainText } from '../../../kit/type-guards.ts';
import { planEntry, type RequestPlan } from '../exchange/plan.ts';
import { type CallNamer, createCallNamer } from '../call.ts';
import type { HttpContext } from '../context.ts';
import { beginChangedFiles, ChangedFiles, type FileVersion, isBeforeFiles } from '../../shared/files/changed-files.ts';
import type { FilePage } from '../../shared/files/file.ts';
import { KeptFile } from '../../shared/files/kept-file.ts';
import { changed } from '../../shared/files/json-file.ts';
import { nameFile } from '../../shared/files/name-file.ts';
import { openFile } from './open-file.ts';
import { createPagesSource } from './pages-source.ts';

/** Many small files make one page; this limits the time for one. */
const gatherMs = 2000;

/** The position of a read of a folder. */
interface FolderPlace {
  /** Cursor of the page of the list. */
  list: Json;
  /** Name of the file within that page; `undefined` for its first. */
  name: string | undefined;
  /** Place within the file. */
  at: Json;
  /** What is known of files that were read before; absent where all are read. */
  changes: ChangedFiles | undefined;
}

interface ListedPage {
  cursor: string;
  entries: { name: string; entry: JsonObject; version: FileVersion }[];
  next: Json | undefined;
}

/** Reads the files of a list, one after the other, as one sequence of records. */
export function createFolderSource(context: HttpContext, read: HttpFolder): RecordSource {
  return new FolderSource(context, read);
}

class FolderSource implements RecordSource {
  readonly #context: HttpContext;
  readonly #read: HttpFolder;
  readonly #calls: CallNamer;
  readonly #list: RecordSource;
  readonly #kept = new KeptFile();
  #listed: ListedPage | undefined;
  readonly begin?: (from: ReadingStart) => Json | undefined;

  constructor(context: HttpContext, read: HttpFolder) {
    this.#context = context;
    this.#read = read;
    this.#calls = createCallNamer(context.connectorId, 'list');
    this.#list = createPagesSource(context, read.list);
    if (read.incremental !== undefined) this.begin = beginChangedFiles;
  }

  async readPage(cursor: Json, signal: AbortSignal): Promise<SourcePage> {
    const { clock } = this.#context;
    const stopAt = clock.monotonic() + gatherMs;
    const page: SourcePage = { records: [], next: undefined, bytes: 0 };
    const changes = this.#read.incremental && new ChangedFiles(cursor);
    // What a version is noted of has to be listed before it is read, and not by a run before.
    if (changes !== undefined && isBeforeFiles(cursor)) this.#listed = undefined;
    let place: FolderPlace | undefined = { ...readPlace(cursor), changes };
    do {
      place = await this.#readOn(place, page, signal);
    } while (place !== undefined && page.records.length < this.#read.pageSize && clock.monotonic() < stopAt);
    return place === undefined ? { ...page, watermark: changes?.watermark } : { ...page, next: toCursor(place) };
  }

  /** Adds what the next file (or the rest of one) has. @returns where to go on; `undefined` at the end. */
  async #readOn(place: FolderPlace, page: SourcePage, signal: AbortSignal): Promise<FolderPlace | undefined> {
    const listed = await this.#readList(place.list, signal);
    const index = place.name === undefined ? 0 : listed.entries.findIndex(({ name }) => name === place.name);
    const found = listed.entries[index];
    if (found === undefined) {
      if (place.name !== undefined) throw this.#calls.toError(changed, undefined);
      return listed.next === undefined ? undefined : { ...place, list: listed.next, name: undefined, at: null };
    }
    const { changes } = place;
    const isLeftOut = place.at === null && changes?.isUnchanged(found.version) === true;
    const part = isLeftOut ? nothing : await this.#readFile({ ...place, name: found.name }, found.entry, page, signal);
    page.records.push(...part.records);
    page.bytes += part.bytes;
    if (part.next !== undefined) return { ...place, name: found.name, at: part.next };
    changes?.note(found.version);
    const following = listed.entries[index + 1];
    if (following !== undefined) return { ...place, name: following.name, at: null };
    return listed.next === undefined ? undefined : { ...place, list: listed.next, name: undefined, at: null };
  }

  async #readList(cursor: Json, signal: AbortSignal): Promise<ListedPage> {
    const wanted = canonicalJson(cursor);
    if (this.#listed?.cursor === wanted) return this.#listed;
    const page = await this.#list.readPage(cursor, signal);
    const readName = compileReader(this.#read.namePath);
    const entries = page.records.flatMap((entry) => {
      const name = readName(entry);
      return typeof name === 'string' && this.#isWanted(name)
        ? [{ name, entry, version: this.#toVersion(name, entry) }]
        : [];
    });
    const isMissing = this.#read.only !== undefined && entries.length === 0 && page.next === undefined;
    if (isMissing && cursor === null) throw this.#calls.toError(notThere, undefined);
    this.#listed = { cursor: wanted, entries, next: page.next };
    return this.#listed;
  }

  #isWanted(name: string): boolean {
    const { nameEndings, only } = this.#read;
    if (only !== undefined) return name === only;
    return !name.endsWith('/') && (nameEndings === undefined || nameEndings.some((ending) => name.endsWith(ending)));
  }

  #toVersion(name: string, entry: JsonObject): FileVersion {
    const { versionPaths = [], timePath = '' } = this.#read.incremental ?? {};
    const parts = versionPaths.map((path) => toPlainText(compileReader(path)(entry)));
    const changedAtMs = timePath === '' ? NaN : Date.parse(toPlainText(compileReader(timePath)(entry)));
    return {
      name,
      version: parts.includes('') ? undefined : parts.join(' '),
      changedAtMs: Number.isNaN(changedAtMs) ? undefined : changedAtMs,
    };
  }

  async #readFile(place: FolderPlace, entry: JsonObject, page: SourcePage, signal: AbortSignal): Promise<FilePage> {
    const planned = planEntry(this.#read.request, entry, this.#context.scope);
    if (!planned.ok) throw this.#calls.toError(planned.fault, undefined);
    const { plan } = planned;
    const toPlace = (at: Json): string => canonicalJson([place.name ?? null, at]);
    try {
      return await this.#kept.read(
        toPlace(place.at),
        () => openFile(this.#context, plan, this.#read.format, place.at, signal),
        this.#read.pageSize - page.records.length,
        signal,
        toPlace,
      );
    } catch (error) {
      return this.#orGone(error, place, plan);
    }
  }

  /** A file that was deleted between the listing and the read is treated as not listed. */
  #orGone(error: unknown, place: FolderPlace, plan: RequestPlan): FilePage {
    const fault: Fault | undefined = error instanceof FaultError ? error.fault : undefined;
    if (fault?.kind !== 'not_found') return this.#calls.rethrow(nameFile(error, place.name ?? ''), plan);
    if (place.at !== null) throw this.#calls.toError(changed, plan);
    return { records: [], bytes: 0, next: undefined };
  }
}

const nothing: FilePage = { records: [], bytes: 0, next: undefined };

const notThere: Fault = { kind: 'not_found', message: 'The file is not there.' };

function readPlace(cursor: Json): Omit<FolderPlace, 'changes'> {
  const { list = null, name, at = null } = toJsonObject(cursor);
  return { list, name: typeof name === 'string' ? name : undefined, at };
}

function toCursor({ list, name, at, changes }: FolderPlace): Json {
  return { list, ...(name === undefined ? {} : { name }), at, ...changes?.members };
}
