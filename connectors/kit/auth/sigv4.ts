import { hash } from 'node:crypto';
import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Clock } from '../../../core/clock.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Secret } from '../../../core/secret.ts';
import { toPlainText } from '../narrow.ts';
import type { Authenticate } from './authenticate.ts';

/**
 * Signs requests as AWS and S3-compatible systems ask.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function createSigner(service: string, credentials: Secret<JsonObject>, clock: Clock): Authenticate {
  const text = (name: string): string => toPlainText(credentials.reveal()[name]);
  const signer = new SignatureV4({
    service,
    region: text('region'),
    credentials: { accessKeyId: text('access_key_id'), secretAccessKey: text('secret_access_key') },
    sha256: Sha256,
    // S3 signs the path as it is sent; every other service signs it encoded once more.
    uriEscapePath: service !== 's3',
  });
  return async (request) => {
    const { url } = request;
    const query: Record<string, string[]> = {};
    for (const [name, value] of url.searchParams) (query[name] ??= []).push(value);
    const signed = await signer.sign(
      {
        method: request.method,
        protocol: url.protocol,
        hostname: url.hostname,
        path: url.pathname,
        query,
        headers: {
          ...request.headers,
          host: url.host,
          'x-amz-content-sha256': hash('sha256', request.body ?? '', 'hex'),
        },
      },
      { signingDate: new Date(clock.now()), unsignableHeaders: changedOnTheWay },
    );
    request.headers = signed.headers;
  };
}

/** Proxies and storages behind them rewrite these. */
const changedOnTheWay: Set<string> = new Set(['accept', 'accept-encoding', 'user-agent']);
