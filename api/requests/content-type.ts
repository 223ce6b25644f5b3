import { HubError, invalidRequest } from '../../core/errors.ts';
import { type HubContext, toIncoming } from '../hub-context.ts';
import { messages } from '../../core/messages.ts';

const json = /^application\/json(?:\s*;\s*charset\s*=\s*(?:utf-8|"utf-8"))?\s*$/i;

/** The type of a JSON Merge Patch, which is what PATCH takes. @see https://www.rfc-editor.org/rfc/rfc7396#section-4 */
export const mergePatchType = 'application/merge-patch+json';
const mergePatch = /^application\/merge-patch\+json(?:\s*;\s*charset\s*=\s*(?:utf-8|"utf-8"))?\s*$/i;

/** True when a body comes with the request, whatever its length turns out to be. */
export function hasBody(c: HubContext): boolean {
  const headers = toIncoming(c)?.headers;
  if (headers === undefined) return c.req.raw.body !== null;
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/**
 * Checks the `Content-Type` of a request, and that its body is not packed.
 *
 * @param mode What becomes of a request without a body and without the header: `note` lets it pass, `enforce` does not.
 * @returns true when the header lacks and the answer should say so.
 * @throws {HubError} `unsupported_media_type`; `invalid_request` under `enforce`.
 */
export function checkContentType(c: HubContext, mode: 'note' | 'enforce'): boolean {
  // Nothing is unpacked: what looks small could be anything. RFC 9110 §8.4
  if (hasBody(c) && (c.req.header('content-encoding') ?? 'identity').trim().toLowerCase() !== 'identity') {
    throw new HubError('unsupported_media_type', messages.contentEncodingUnsupported);
  }
  const sent = c.req.header('content-type');
  if (sent !== undefined) {
    if (json.test(sent) || (c.req.method === 'PATCH' && mergePatch.test(sent))) return false;
    throw new HubError('unsupported_media_type', messages.contentTypeUnsupported);
  }
  if (hasBody(c)) throw new HubError('unsupported_media_type', messages.contentTypeOfBodyMissing);
  if (mode === 'note') return true;
  throw invalidRequest(messages.contentTypeMissing, [
    { path: 'header.content-type', code: 'required', message: messages.headerRequired },
  ]);
}
