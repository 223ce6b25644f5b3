import type { SFTPWrapper } from 'ssh2';
import type { Json } from '../../../core/json.ts';
import { toUtf8 } from '../shared/decode/text.ts';
import { FaultError } from '../../kit/fault.ts';
import type { Format } from '../../kit/http/operations.ts';
import { BlockReader } from '../shared/files/block-reader.ts';
import { runBounded } from '../shared/bounded.ts';
import type { OpenFile } from '../shared/files/file.ts';
import { changed, openJsonFile } from '../shared/files/json-file.ts';
import { openLinesFile, readPlace } from '../shared/files/lines-file.ts';
import { readDocument, statFile } from './files.ts';
import { operationTimeoutMs } from '../../kit/sftp/settings.ts';
import { toSftpFault } from './sftp-fault.ts';

/**
 * Opens a file at one of its cursors, or at its beginning for `null`. Line formats are read from that exact position.
 *
 * @throws {FaultError} `cursor_expired` when the file has changed.
 */
export async function openFile(sftp: SFTPWrapper, path: string, format: Format, cursor: Json): Promise<OpenFile> {
  const { size, mtime } = await statFile(sftp, path);
  if (format.kind === 'json' || format.kind === 'xml') {
    return openJsonFile(toUtf8(await readDocument(sftp, path, size), undefined), format, cursor);
  }
  const tag = `${size}-${mtime}`;
  const place = readPlace(cursor);
  if (place.at > 0 && place.tag !== tag) throw new FaultError(changed);
  const stream = sftp.createReadStream(path, { start: place.at });
  // Errors are reported by the next read; after the last read they are irrelevant.
  stream.on('error', () => undefined);
  const life = new AbortController();
  life.signal.addEventListener('abort', () => stream.destroy(), { once: true });
  const quote = format.kind === 'csv' && format.quote !== null ? format.quote.charCodeAt(0) : undefined;
  const close = (): void => life.abort();
  const reader = new BlockReader(chunksOf(stream), quote);
  const file = await openLinesFile({ reader, isPartial: place.at > 0, tag, close }, format, cursor);
  return {
    close,
    read: (recordsMax, signal) => runBounded(life, operationTimeoutMs, signal, () => file.read(recordsMax)),
  };
}

/** The bytes of a stream; what breaks it is a fault of the server. */
async function* chunksOf(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer, void> {
  try {
    for await (const chunk of stream) if (Buffer.isBuffer(chunk)) yield chunk;
  } catch (error) {
    throw new FaultError(toSftpFault(error).fault, error);
  }
}
