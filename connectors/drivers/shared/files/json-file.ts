import { hash } from 'node:crypto';
import type { Json } from '../../../../core/json.ts';
import { decodeBody } from '../decode/body.ts';
import { FaultError } from '../../../kit/fault.ts';
import type { Format } from '../../../kit/http/operations.ts';
import { toJsonObject } from '../../../kit/type-guards.ts';
import type { FilePage, OpenFile } from './file.ts';

/**
 * Opens a fully read JSON or XML document at a stored position.
 *
 * A position is the number of records read and a digest of the document, so that a changed document is detected.
 *
 * @throws {FaultError} `cursor_expired` when the document is not the one that the cursor belongs to.
 */
export function openJsonFile(body: Buffer, format: Extract<Format, { kind: 'json' | 'xml' }>, cursor: Json): OpenFile {
  const digest = hash('sha256', body, 'base64url').slice(0, 22);
  const { offset = 0, digest: expected = digest } = toJsonObject(cursor);
  if (expected !== digest) throw new FaultError(changed);
  let all = decodeBody(body, format).records;
  let at = typeof offset === 'number' ? offset : 0;
  const total = Math.max(all.length, 1);
  return {
    read: (recordsMax) => {
      const records = all.slice(at, at + recordsMax);
      at += records.length;
      const next = at < all.length ? { offset: at, digest } : undefined;
      const page: FilePage = { records, bytes: Math.ceil((body.length * records.length) / total), next };
      return Promise.resolve(page);
    },
    close: () => {
      all = [];
    },
  };
}

/** The message for a file that changed while it was read. */
export const changed = {
  kind: 'cursor_expired',
  message: 'The file changed during the read: the read starts again.',
} as const;
