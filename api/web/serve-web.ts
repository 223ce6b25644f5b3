import { createHash } from 'node:crypto';
import { notFound } from '../../core/errors.ts';
import { type Answer, type Headers, present, presentBytes } from '../answers/respond.ts';
import { buildingPage, buildingStyle } from './building-page.ts';
import type { Encoding, WebFile, WebFiles } from './web-files.ts';

/**
 * What a browser may do with the dashboard: run and apply this server's own files, ask this server, and nothing else.
 * No text becomes markup or script (Trusted Types without a policy), and no other page can hold the dashboard in a frame.
 *
 * @see https://www.w3.org/TR/CSP3/
 * @see https://www.w3.org/TR/trusted-types/
 */
const pagePolicy = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
  'x-frame-options': 'DENY',
} as const;

const styleHash = createHash('sha256').update(buildingStyle).digest('base64');

/** The dashboard under `/app/`. Every address of it is the same page, which finds its own way. */
export interface Web {
  page(requestId: string, acceptEncoding: string | undefined): Promise<Answer>;
  /** @throws {HubError} `not_found` for everything but the files of the build and the one before. */
  asset(requestId: string, name: string, acceptEncoding: string | undefined): Promise<Answer>;
}

export function createWeb(files: WebFiles): Web {
  return {
    page: async (requestId, acceptEncoding) => {
      const build = await files.find();
      if (build === undefined) return presentBuilding(requestId);
      const headers = { ...pagePolicy, 'cache-control': 'no-cache' };
      return presentFile(requestId, build.page, { acceptEncoding, name: build.name, headers });
    },
    asset: async (requestId, name, acceptEncoding) => {
      const file = (await files.find())?.assets.get(name);
      if (file === undefined) throw notFound();
      const headers = {
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'same-origin',
      };
      return presentFile(requestId, file, { acceptEncoding, name, headers });
    },
  };
}

function presentFile(
  requestId: string,
  { type, bodies }: WebFile,
  { acceptEncoding, name, headers }: { acceptEncoding: string | undefined; name: string; headers: Headers },
): Answer {
  const encoding = chooseEncoding(acceptEncoding, bodies);
  return presentBytes(requestId, {
    type,
    bytes: bodies[encoding] ?? bodies.identity,
    headers: {
      ...headers,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      vary: 'accept-encoding',
      etag: `"${name}-${encoding}"`,
    },
  });
}

/** The smallest one that the client takes. Weights are not compared: a client that refuses one says `q=0`. */
function chooseEncoding(accepted = '', bodies: WebFile['bodies']): Encoding {
  const taken = accepted
    .toLowerCase()
    .split(',')
    .map((item) => item.trim())
    .filter((item) => !/;\s*q=0(?:\.0*)?$/.test(item))
    .map((item) => item.split(';')[0]?.trim());
  const fits = (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding) && bodies[encoding] !== undefined);
  return fits ?? 'identity';
}

/** The page that stands in until the first build has ended; it looks again by itself. */
function presentBuilding(requestId: string): Answer {
  const answer = present(requestId, {
    type: 'text/html; charset=utf-8',
    body: buildingPage,
    headers: {
      ...pagePolicy,
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'retry-after': '3',
    },
  });
  return { ...answer, status: 503 };
}
