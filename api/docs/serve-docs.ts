import { errorCodes, type ErrorCode, notFound } from '../../core/errors.ts';
import { toEntityTag } from '../answers/etag.ts';
import { type Answer, present } from '../answers/respond.ts';
import { type Assets, readAssets } from './assets.ts';
import { renderErrorList, renderErrorPage, renderReference } from './pages.ts';

/** What a browser may do with a page: load this server's own files, draw pictures out of them, ask this server. */
const pagePolicy = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** The pages under `/docs`, none of which asks for a credential. */
export interface Docs {
  reference(requestId: string): Promise<Answer>;
  errorList(requestId: string): Promise<Answer>;
  /** @throws {HubError} `not_found` for a code outside of the catalogue. */
  errorPage(requestId: string, code: string): Promise<Answer>;
  /** @throws {HubError} `not_found` for everything but the files that the pages name. */
  asset(requestId: string, version: string, name: string): Promise<Answer>;
}

export function createDocs(publicUrl: string): Docs {
  let reading: Promise<Assets> | undefined;
  const load = (): Promise<Assets> => {
    reading ??= readAssets();
    return reading;
  };
  return {
    reference: async (requestId) => toPage(requestId, renderReference(await load())),
    errorList: async (requestId) => toPage(requestId, renderErrorList(await load())),
    errorPage: async (requestId, code) => {
      if (!isErrorCode(code)) throw notFound();
      return toPage(requestId, renderErrorPage(await load(), code, publicUrl));
    },
    asset: async (requestId, version, name) => {
      const asset = (await load()).find(version, name);
      if (asset === undefined) throw notFound();
      return present(requestId, {
        type: asset.type,
        body: asset.body,
        headers: { 'cache-control': 'public, max-age=31536000, immutable', etag: `"${version}"` },
      });
    },
  };
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}

function toPage(requestId: string, body: string): Answer {
  return present(requestId, {
    type: 'text/html; charset=utf-8',
    body,
    headers: { ...pagePolicy, 'cache-control': 'public, max-age=300', etag: toEntityTag(body) },
  });
}
