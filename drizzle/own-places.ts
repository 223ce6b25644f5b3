import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Config } from '../core/config.ts';

type Servers = Pick<Config, 'DATABASE_URL' | 'DATABASE_RELAY_URL' | 'DATABASE_OWNER_URL' | 'TEMPORAL_ADDRESS'>;

/** Which addresses connections may reach: what the operator opened, and the places of the hub's own servers. */
export async function readEgress(config: Servers & Pick<Config, 'HUB_EGRESS_ALLOW'>): Promise<{
  allow: readonly string[];
  own: readonly string[];
}> {
  const { DATABASE_URL, DATABASE_RELAY_URL, DATABASE_OWNER_URL, TEMPORAL_ADDRESS } = config;
  const own = await findOwnPlaces([DATABASE_URL, DATABASE_RELAY_URL, DATABASE_OWNER_URL, TEMPORAL_ADDRESS]);
  return { allow: config.HUB_EGRESS_ALLOW, own };
}

/**
 * The places of servers, as names and as the addresses that these have at the moment.
 *
 * @param servers `host:port`, or addresses with a scheme, `postgres://user@host:port/database`. What is neither is passed over.
 * @returns `host:port`, with brackets around addresses of IPv6.
 */
export async function findOwnPlaces(servers: readonly (string | undefined)[]): Promise<string[]> {
  const places = await Promise.all(servers.map((server = '') => findPlaces(server)));
  return [...new Set(places.flat())];
}

const defaultPorts: Readonly<Record<string, string>> = { 'postgres:': '5432', 'postgresql:': '5432' };

async function findPlaces(server: string): Promise<string[]> {
  const url = URL.parse(server.includes('://') ? server : `tcp://${server}`);
  const port = url?.port === '' ? defaultPorts[url.protocol] : url?.port;
  if (url === null || url.hostname === '' || port === undefined) return [];
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  // A name that is not known yet is kept as such: nobody else reaches it by another one now.
  const addresses = isIP(host) === 0 ? await lookup(host, { all: true }).catch(() => []) : [];
  return [host, ...addresses.map(({ address }) => address)].map((place) =>
    isIP(place) === 6 ? `[${place}]:${port}` : `${place}:${port}`,
  );
}
