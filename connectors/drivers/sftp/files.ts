import type { FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2';
import { requireRoomForText } from '../../kit/memory-room.ts';
import { type Fault, FaultError } from '../../kit/fault.ts';
import { documentBytesMax } from '../../kit/sftp/settings.ts';
import { noSuchFile } from './sftp-fault.ts';

/** Callback of ssh2: an error, or a result. */
type Done<Value> = (error: Error | null | undefined, value: Value) => void;

function call<Value>(begin: (done: Done<Value>) => void): Promise<Value> {
  return new Promise((resolve, reject) => {
    begin((error, value) => {
      if (error === undefined || error === null) resolve(value);
      else reject(error);
    });
  });
}

export interface ListedFile {
  name: string;
  size: number | null;
  /** Seconds since 1970, the resolution of SFTP. */
  modifiedAt: number | null;
}

/** The files of a folder, by name; folders and hidden files are left out. */
export async function listFiles(sftp: SFTPWrapper, path: string): Promise<ListedFile[]> {
  const entries = await call<FileEntryWithStats[]>((done) => sftp.readdir(path, done));
  return entries
    .filter((entry) => isFile(entry) && !entry.filename.startsWith('.'))
    .map(({ filename, attrs }) => ({ name: filename, size: attrs.size ?? null, modifiedAt: attrs.mtime ?? null }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Some servers do not report the type of an entry as a number; their listing line begins with it, as in `ls -l`. */
function isFile({ attrs, longname }: Pick<FileEntryWithStats, 'attrs' | 'longname'>): boolean {
  const says = (attrs.mode ?? 0) & typeOfMode;
  return says === 0 ? !/^[dl]/.test(longname) : attrs.isFile();
}

/** The file type bits of a mode. */
const typeOfMode = 0o170000;

/** One file, as a list would show it, by its path. */
export async function listOne(sftp: SFTPWrapper, path: string): Promise<ListedFile[]> {
  const { size, mtime } = await statFile(sftp, path);
  return [{ name: path, size, modifiedAt: mtime }];
}

export function statFile(sftp: SFTPWrapper, path: string): Promise<Stats> {
  return call((done) => sftp.stat(path, done));
}

/**
 * Reads a whole file, whatever size the server reported.
 *
 * @throws {FaultError} `config` when it is too large for that.
 */
export async function readDocument(sftp: SFTPWrapper, path: string, size: number): Promise<Buffer> {
  if (size > documentBytesMax) throw new FaultError(tooLarge);
  const chunks: Buffer[] = [];
  let bytes = 0;
  const stream = sftp.createReadStream(path, { end: documentBytesMax });
  // The next read reports it; after the last read it does not matter.
  stream.on('error', () => undefined);
  for await (const chunk of asChunks(stream)) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes > documentBytesMax) throw new FaultError(tooLarge);
    requireRoomForText(bytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

/** What a stream holds is not known to its type. */
function asChunks(stream: AsyncIterable<unknown>): AsyncIterable<unknown> {
  return stream;
}

const tooLarge: Fault = {
  kind: 'config',
  message: 'The file is too large to be read whole: write its records as NDJSON or CSV.',
};

/**
 * Writes a file atomically: to a temporary name, then renames it, so that no reader sees a partial file.
 *
 * @see https://github.com/openssh/openssh-portable/blob/master/PROTOCOL (posix-rename@openssh.com)
 */
export async function putFile(sftp: SFTPWrapper, path: string, content: Buffer, mark: string): Promise<void> {
  const half = `${parentOf(path)}.${mark}.part`;
  try {
    await call<void>((done) => sftp.writeFile(half, content, done));
  } catch (error) {
    if (!isMissing(error) || parentOf(path) === '') throw error;
    await makeFolders(sftp, parentOf(path));
    await call<void>((done) => sftp.writeFile(half, content, done));
  }
  try {
    await call<void>((done) => sftp.ext_openssh_rename(half, path, done));
  } catch (error) {
    await call<void>((done) => sftp.unlink(half, done)).catch(() => undefined);
    throw error;
  }
}

/** Removes a file. A missing file counts as removed. */
export async function removeFile(sftp: SFTPWrapper, path: string): Promise<void> {
  try {
    await call<void>((done) => sftp.unlink(path, done));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function makeFolders(sftp: SFTPWrapper, path: string): Promise<void> {
  const names = path.split('/').slice(0, -1);
  for (let count = 1; count <= names.length; count += 1) {
    const folder = names.slice(0, count).join('/');
    if (folder === '') continue;
    // An existing folder is refused with the same status as one that cannot be created: the following write shows
    // which.
    await call<void>((done) => sftp.mkdir(folder, done)).catch(() => undefined);
  }
}

/** Everything up to and including the last slash. */
function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === noSuchFile;
}
