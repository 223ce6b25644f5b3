import { lookup, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { FaultError } from '../../../kit/fault.ts';
import type { CompiledPolicy } from './policy.ts';

/** The checked addresses of a destination, the only ones to connect to. */
export interface CheckedPlace {
  host: string;
  addresses: readonly LookupAddress[];
  /** The operator named this place. */
  isOpened: boolean;
}

/**
 * Resolves a host and checks every address, also where the host is a literal one, which no look-up would see.
 *
 * @param host As in a URL or a configuration; brackets of IPv6 literals are taken off.
 * @throws {FaultError} `config` when no address may be reached, `transient` when the name cannot be resolved.
 */
export async function resolveChecked(policy: CompiledPolicy, host: string, port: number): Promise<CheckedPlace> {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  const family = isIP(name);
  const found = family === 0 ? await lookUp(name) : [{ address: name, family }];
  const addresses = found.filter(({ address }) => policy.permits({ host: name, address, port }));
  if (addresses.length === 0) {
    throw new FaultError({
      kind: 'config',
      message: `${name}:${port} is not on the public internet. Only the operator can open it (HUB_EGRESS_ALLOW).`,
    });
  }
  const isOpened = addresses.every(({ address }) => policy.opens({ host: name, address, port }));
  return { host: name, addresses, isOpened };
}

function lookUp(name: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(name, { all: true }, (error, addresses) => {
      if (error === null) resolve(addresses);
      else reject(new FaultError({ kind: 'transient', message: `The host name ${name} cannot be resolved.` }, error));
    });
  });
}
