import { hash } from 'node:crypto';
import type { SignatureV4 } from '@smithy/signature-v4';
import type { Clock } from '../../../../core/clock.ts';
import type { JsonObject } from '../../../../core/json.ts';
import type { Secret } from '../../../../core/secret.ts';
import { toPlainText } from '../../../kit/type-guards.ts';
import type { Sigv4Application } from '../../../kit/auth/application.ts';
import { loadLibrary } from '../../shared/load-library.ts';
import type { OutgoingRequest } from './authenticator.ts';

/** Where global services of the standard partition are signed for. @see https://docs.aws.amazon.com/general/latest/gr/rande.html#global-endpoints */
const globalRegion = 'us-east-1';

/**
 * Signs requests as AWS and S3-compatible systems ask.
 *
 * @param service The name to sign for, or `byHost`: the host's first label, unless the table has another name for it;
 *   then the region is the host's as well (`ec2.eu-west-1.amazonaws.com`), and us-east-1 for hosts without one.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function createSigner(
  service: Sigv4Application['service'],
  credentials: Secret<JsonObject>,
  clock: Clock,
): (request: OutgoingRequest) => Promise<void> {
  const { Sha256 } = loadLibrary('@aws-crypto/sha256-js');
  const { SignatureV4: Signer } = loadLibrary('@smithy/signature-v4');
  const text = (name: string): string => toPlainText(credentials.reveal()[name]);
  const sessionToken = text('session_token');
  const signers = new Map<string, SignatureV4>();
  const signerOf = (name: string, region: string): SignatureV4 => {
    const key = `${name}|${region}`;
    const signer =
      signers.get(key) ??
      new Signer({
        service: name,
        region,
        credentials: {
          accessKeyId: text('access_key_id'),
          secretAccessKey: text('secret_access_key'),
          ...(sessionToken === '' ? {} : { sessionToken }),
        },
        sha256: Sha256,
        // S3 signs the path as it is sent; every other service signs it encoded once more.
        uriEscapePath: name !== 's3',
      });
    signers.set(key, signer);
    return signer;
  };
  return async (request) => {
    const { url } = request;
    const query: Record<string, string[]> = {};
    for (const [name, value] of url.searchParams) (query[name] ??= []).push(value);
    const place =
      typeof service === 'string'
        ? { name: service, region: text('region') }
        : readPlace(request.vendorHost ?? url.hostname, service.byHost);
    const signed = await signerOf(place.name, place.region).sign(
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

/** Reads service and region out of `service.region.amazonaws.com`; `iam.us-gov` is in us-gov-west-1. */
function readPlace(hostname: string, byHost: Readonly<Record<string, string>>): { name: string; region: string } {
  const labels = hostname
    .replace(/\.amazonaws\.com(?:\.cn)?$/, '')
    .replace(/\.us-gov$/, '.us-gov-west-1')
    .split('.');
  const regionAt = labels.findIndex((label) => /^[a-z]{2,3}(?:-[a-z]+)+-\d$/.test(label));
  const region = regionAt < 1 ? globalRegion : (labels[regionAt] ?? globalRegion);
  const prefix = labels.slice(0, regionAt < 1 ? undefined : regionAt).join('.');
  return { name: byHost[prefix] ?? prefix, region };
}

/** Proxies and storages behind them rewrite these. */
const changedOnTheWay: Set<string> = new Set(['accept', 'accept-encoding', 'user-agent']);
