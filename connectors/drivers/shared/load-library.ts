import { createRequire } from 'node:module';
import type * as sha256 from '@aws-crypto/sha256-js';
import type * as signatureV4 from '@smithy/signature-v4';
import type * as csv from 'csv-parse/sync';
import type * as xml from 'fast-xml-parser';

interface Libraries {
  '@aws-crypto/sha256-js': typeof sha256;
  '@smithy/signature-v4': typeof signatureV4;
  'csv-parse/sync': typeof csv;
  'fast-xml-parser': typeof xml;
}

/**
 * Libraries that few connections need, loaded when the first of them does: together they take 5 MB of a process. By
 * `require`, so that asking needs no wait; it keeps what it loaded.
 */
export const loadLibrary: <Name extends keyof Libraries>(name: Name) => Libraries[Name] = createRequire(
  import.meta.url,
);
