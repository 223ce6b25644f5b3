import type { JsonObject } from '../../core/json.ts';
import type { HostilePeer } from './peers.ts';

/** A connection to a peer, and what is read there. */
export interface PeerPlace {
  /** `host:port`, for the operator's list of addresses. */
  address: string;
  connector: HostilePeer['connector'];
  config: JsonObject;
  credentials: JsonObject;
  object: string;
}

const login = { user: 'hub', password: 'x' };

/** How a peer on a port of loopback is reached. */
export function reachPeer({ connector, config = {}, object = 'people' }: HostilePeer, port: number): PeerPlace {
  const host = '127.0.0.1';
  const place = { address: `${host}:${port}`, connector };
  const at = { host, port, ...config };
  switch (connector) {
    case 'ldap': {
      const credentials = { bind_dn: 'cn=a', password: 'x' };
      const bound = { ...at, encryption: 'disable', base_dn: 'dc=a' };
      return { ...place, config: bound, credentials, object: 'inetOrgPerson' };
    }
    case 'email': {
      const imap = { imap_host: host, imap_port: port, imap_encryption: 'disable' };
      return { ...place, config: imap, credentials: login, object: 'INBOX' };
    }
    case 'sftp':
      return { ...place, config: at, credentials: login, object };
    case 'postgres':
    case 'mysql':
      return { ...place, config: { ...at, database: 'hr', ssl: 'disable' }, credentials: login, object };
  }
}
