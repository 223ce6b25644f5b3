import type { z } from 'zod';
import type { JsonObject } from '../../core/json.ts';
import type { readSchema } from '../kit/http/operations.ts';
import { toPlainText } from '../kit/type-guards.ts';
import { escapeTemplate } from '../kit/template.ts';

/** Keys in one answer: the vendor's maximum. */
const keysMax = 1000;

type Pages = Extract<z.input<typeof readSchema>, { kind: 'pages' }>;

/**
 * Lists the objects under a prefix.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 */
export function listing(prefix: string, pageSize: number): Pages {
  return {
    kind: 'pages',
    request: {
      method: 'GET',
      path: '',
      query: { 'list-type': '2', ...(prefix === '' ? {} : { prefix: escapeTemplate(prefix) }) },
    },
    format: { kind: 'xml', recordsPath: 'ListBucketResult.Contents' },
    paginate: {
      kind: 'cursor',
      parameter: 'continuation-token',
      path: 'ListBucketResult.NextContinuationToken',
      hasMorePath: 'ListBucketResult.IsTruncated',
      sizeParameter: 'max-keys',
      pageSize: Math.min(pageSize, keysMax),
    },
  };
}

/** An entry of the list as a record. */
export function toListing(entry: JsonObject): JsonObject {
  return {
    key: entry['Key'] ?? null,
    size: Number(entry['Size']),
    last_modified: entry['LastModified'] ?? null,
    etag: toPlainText(entry['ETag']).replaceAll('"', ''),
  };
}
