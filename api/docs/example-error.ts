import type { ErrorCode } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { errorTexts } from './error-texts.data.ts';

/** The page that explains a code, on the server that clients reach under `publicUrl`. */
export function toDocumentationUrl(publicUrl: string, code: ErrorCode): string {
  return `${publicUrl}/docs/errors/${code}`;
}

/**
 * An answer with a code, as it may look.
 *
 * @param special Details of one place, before those of the code's own example.
 */
export function exampleError(code: ErrorCode, publicUrl: string, special: JsonObject = {}): JsonObject {
  const { message, details } = errorTexts[code].example;
  return {
    status: 'error',
    error: {
      code,
      message,
      details: {
        ...details,
        ...special,
        request_id: 'req_01kanm3t1fe7krd5v2mgxzs2v8',
        documentation_url: toDocumentationUrl(publicUrl, code),
      },
    },
  };
}
