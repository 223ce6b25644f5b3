import { hash } from 'node:crypto';
import { invalidRequest } from '../../core/errors.ts';
import type { IfMatch } from '../../services/shared/context.ts';
import type { Headers } from './respond.ts';
import { messages } from '../../core/messages.ts';

/**
 * A strong entity tag: the version that changes are checked against, and a hash of what is shown, since a record may
 * also show what changes without a new version.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3
 */
export function toEntityTag(body: string, version?: number): string {
  const shown = hash('sha256', body, 'base64url').slice(0, 16);
  return version === undefined ? `"${shown}"` : `"${version}-${shown}"`;
}

/** What changes with a release only may be kept for a while. */
export function cacheable(content: unknown): Headers {
  return { 'cache-control': 'private, max-age=300', etag: toEntityTag(JSON.stringify(content)) };
}

/** What may change at any time, and is asked for often: nothing is sent again while it is the same. */
export function revalidated(content: unknown): Headers {
  return { 'cache-control': 'private, no-cache', etag: toEntityTag(JSON.stringify(content)) };
}

const tagList = /^\s*(?:W\/)?"[\x21\x23-\x7e]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e]*")*\s*$/;
/** Weak tags never match in `If-Match`: they are left out. */
const strongTag = /(?<!W\/)"([^"]*)"/g;
const versionTag = /^(\d{1,15})(?:-|$)/;

/**
 * Reads `If-Match` as the versions that it names; tags that are none of ours name none.
 *
 * @throws {HubError} `invalid_request` for a header of another form.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
 */
export function parseIfMatch(header: string | undefined): IfMatch | undefined {
  if (header === undefined) return undefined;
  if (header.trim() === '*') return '*';
  requireTags(header, 'if-match');
  return [...header.matchAll(strongTag)].flatMap(([, tag = '']) => {
    const version = versionTag.exec(tag)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}

/** True when the caller has what would be shown. @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
export function hasAlready(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return tagList.test(ifNoneMatch) && ifNoneMatch.match(/"[^"]*"/g)?.includes(tag) === true;
}

function requireTags(header: string, name: string): void {
  if (tagList.test(header)) return;
  throw invalidRequest(messages.headerInvalid, [
    { path: `header.${name}`, code: 'invalid_format', message: messages.entityTagsInvalid },
  ]);
}
