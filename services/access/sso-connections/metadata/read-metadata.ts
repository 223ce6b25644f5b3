import type { EgressPolicy } from '../../../../connectors/drivers/shared/session.ts';
import { type Clock, toTimestamp } from '../../../../core/clock.ts';
import type { MetadataProblem } from '../../../../core/enums.ts';
import { invalidRequest } from '../../../../core/errors.ts';
import type { JsonObject } from '../../../../core/json.ts';
import { isJsonObject } from '../../../../core/json.ts';
import { messages } from '../../../../core/messages.ts';
import { createLazyFetch } from '../../../shared/lazy-fetch.ts';
import { samlSettings } from '../saml-settings.ts';
import { checkUrl } from '../split-settings.ts';
import { type IdpMetadata, parseMetadata } from './parse-metadata.ts';
import { decodeXml, XmlRefusal } from './scan-xml.ts';

const bytesMax = 256 * 1024;
const timeoutMs = 10_000;

/** Metadata that cannot be used. */
export class MetadataRefusal extends Error {
  readonly problem: MetadataProblem;

  constructor(problem: MetadataProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

/**
 * Reads what a provider says of itself, past the egress guard, within ten seconds and 256 KiB, without redirects.
 *
 * @throws {MetadataRefusal} `unreachable`; `invalid`
 */
export async function fetchMetadata(
  ctx: { egress: EgressPolicy; clock: Pick<Clock, 'now'> },
  url: string,
): Promise<IdpMetadata> {
  const fetchGuarded = createLazyFetch(ctx.egress, bytesMax);
  const headers = new Headers({ accept: 'application/samlmetadata+xml, application/xml, text/xml' });
  const bytes = await fetchGuarded(url, { headers, signal: AbortSignal.timeout(timeoutMs) })
    .then((response) => response.arrayBuffer())
    .catch((error: unknown) => {
      throw new MetadataRefusal('unreachable', messages.metadataUnreachable, { cause: error });
    });
  return judgeMetadata(ctx, () => decodeXml(new Uint8Array(bytes)));
}

/** @throws {MetadataRefusal} `invalid` */
function judgeMetadata(ctx: { egress: EgressPolicy; clock: Pick<Clock, 'now'> }, read: () => string): IdpMetadata {
  try {
    const found = parseMetadata(read(), ctx.clock.now());
    const { entity_id: entity, sso_url: url, certificates } = samlSettings.shape;
    if (!entity.safeParse(found.entity_id).success) throw new XmlRefusal('It names no entity id.');
    if (!url.safeParse(found.sso_url).success || checkUrl(ctx, '', found.sso_url) !== undefined) {
      throw new XmlRefusal('Its sign-in address is no https address.');
    }
    if (!certificates.safeParse(found.certificates).success) {
      throw new XmlRefusal('It must have one to five certificates that sign.');
    }
    return found;
  } catch (error) {
    if (!(error instanceof XmlRefusal)) throw error;
    throw new MetadataRefusal('invalid', messages.metadataInvalid({ why: error.message }), { cause: error });
  }
}

/**
 * Reads the metadata that a caller sent or gave the address of, before anything is locked.
 *
 * @param body What creates or changes a connection, not yet parsed.
 * @param known The address that the connection has already: its metadata is read by schedule.
 * @returns `undefined` where the caller sent neither.
 * @throws {HubError} `invalid_request`
 */
export async function readSentMetadata(
  ctx: { egress: EgressPolicy; clock: Pick<Clock, 'now'> },
  body: JsonObject,
  known?: string,
): Promise<IdpMetadata | undefined> {
  const saml = isJsonObject(body['saml']) ? body['saml'] : {};
  const { metadata_url: url, metadata_xml: xml } = saml;
  const isPasted = typeof xml === 'string';
  const path = isPasted ? 'saml.metadata_xml' : 'saml.metadata_url';
  try {
    if (isPasted) return judgeMetadata(ctx, () => decodeXml(Buffer.from(xml)));
    if (typeof url !== 'string' || url === known) return undefined;
    const wrong = checkUrl(ctx, path, url);
    if (wrong !== undefined) throw invalidRequest(messages.bodyInvalid, [wrong]);
    return await fetchMetadata(ctx, url);
  } catch (error) {
    if (!(error instanceof MetadataRefusal)) throw error;
    const problem = { path, code: `metadata_${error.problem}`, message: error.message };
    throw invalidRequest(messages.bodyInvalid, [problem]);
  }
}

/** Once a day. */
export const metadataEveryMs = 86_400_000;

/** When metadata that was just read is read again; never without an address. @param nowMs Since the epoch. */
export function toDueAt(config: Record<string, unknown>, nowMs: number): string | null {
  return config['metadata_url'] === undefined ? null : toTimestamp(nowMs + metadataEveryMs);
}
