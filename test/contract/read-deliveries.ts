import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * A request of a vendor to a hook, in `connectors/ID/deliveries/*.json`, signed by something else than our own code: by
 * the vendor, in its documentation, or by OpenSSL.
 */
const DeliveryVector = z.strictObject({
  /** The page that shows its form, and when it was read. */
  source: z.url({ protocol: /^https$/ }),
  asOf: z.iso.date(),
  /** Who made the signature: the library of that name is the standard's own; `none` where a token is all there is. */
  signedBy: z.enum(['vendor', 'openssl', 'standardwebhooks', 'none']),
  /** When it arrives. */
  now: z.iso.datetime(),
  credentials: z.record(z.string(), z.string()),
  /** Credentials of somebody else. */
  otherCredentials: z.record(z.string(), z.string()),
  request: z.strictObject({
    method: z.string().default('POST'),
    query: z.record(z.string(), z.string()).default({}),
    headers: z.record(z.string().toLowerCase(), z.string()).default({}),
    /** The bytes, as UTF-8. */
    body: z.string().default(''),
  }),
  /** What the vendor's own addresses answer: certificates, keys, confirmations. */
  documents: z.record(z.url(), z.string()).default({}),
  expect: z.union([
    z.strictObject({
      events: z
        .array(
          z.strictObject({
            name: z.string(),
            key: z.string().optional(),
            at: z.iso.datetime().optional(),
            isTest: z.boolean().default(false),
          }),
        )
        .min(1),
    }),
    z.strictObject({ answer: z.union([z.strictObject({ text: z.string() }), z.strictObject({ json: z.json() })]) }),
    /** Of vectors of signatures alone, whose body is of no event. */
    z.strictObject({ refused: z.literal('malformed') }),
  ]),
  /** Addresses that are asked, in order, besides certificates and keys. */
  visits: z.array(z.url()).default([]),
});

export type DeliveryVector = z.output<typeof DeliveryVector>;

const connectorsDir = new URL('../../connectors/', import.meta.url);

/** The vectors of a connector, by name. */
export function readDeliveries(id: string): { name: string; vector: DeliveryVector }[] {
  const folder = new URL(`${id}/deliveries/`, connectorsDir);
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names.toSorted().map((name) => ({
    name: name.replace(/\.json$/, ''),
    vector: DeliveryVector.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))),
  }));
}
