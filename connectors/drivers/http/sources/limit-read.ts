import type { HttpRead } from '../../../kit/http/operations.ts';

/** Reduces the page size of a read to what is needed, if the system lets us choose it. */
export function limitRead(read: HttpRead, recordsMax: number | undefined): HttpRead {
  if (recordsMax === undefined) return read;
  if (read.kind !== 'pages') return { ...read, pageSize: Math.min(read.pageSize, recordsMax) };
  const { paginate } = read;
  if (!('sizeParameter' in paginate) || paginate.sizeParameter === undefined) return read;
  return { ...read, paginate: { ...paginate, pageSize: Math.min(paginate.pageSize ?? recordsMax, recordsMax) } };
}
