import { BlockList, isIPv6 } from 'node:net';
import { egressRuleForms, readEgressRule } from '../../../../core/config/egress-rule.ts';
import type { EgressPolicy } from '../session.ts';
import { isPublicAddress } from './ranges.ts';

/** The operator's compiled entries. */
export interface CompiledPolicy {
  /** True when the operator opened this address or host and port, or the address is public. */
  permits(target: Target): boolean;
  /** True when the operator named this very place: only there may the connection be unencrypted. */
  opens(target: Target): boolean;
  /** Takes every connection in place of its host. Tests only. */
  loopbackPort: number | undefined;
}

/** The destination of a connection. */
interface Target {
  host: string;
  address: string;
  port: number;
}

interface Entry {
  host: string | undefined;
  network: BlockList | undefined;
  port: number | undefined;
  /** The entry opens one place: a host or a single address, with a port. */
  isPlace: boolean;
}

/**
 * Compiles the operator's entries.
 *
 * The hub's own servers are closed to networks that are opened around them: only an entry that names the place opens
 * it.
 *
 * @throws {TypeError} naming the invalid entry.
 */
export function compilePolicy(policy: EgressPolicy): CompiledPolicy {
  const entries = policy.allow.map(parseEntry);
  const own = (policy.own ?? []).map(parseEntry);
  const isOwn = (target: Target): boolean => own.some((entry) => covers(entry, target));
  const opens: CompiledPolicy['opens'] = (target) => {
    const opening = entries.filter((entry) => covers(entry, target));
    return opening.some(({ isPlace }) => isPlace) || (opening.length > 0 && !isOwn(target));
  };
  return {
    loopbackPort: policy.loopbackPort,
    opens,
    permits: (target) => opens(target) || (isPublicAddress(target.address) && !isOwn(target)),
  };
}

function covers(entry: Entry, { host, address, port }: Target): boolean {
  if (entry.port !== undefined && entry.port !== port) return false;
  return entry.host === host || entry.network?.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') === true;
}

function parseEntry(text: string): Entry {
  const rule = readEgressRule(text);
  if (rule === undefined) throw new TypeError(`Not an egress rule: ${text}. It is ${egressRuleForms}.`);
  const { to, port, isPlace } = rule;
  if ('host' in to) return { host: to.host, network: undefined, port, isPlace };
  const network = new BlockList();
  network.addSubnet(to.address, to.bits, to.family);
  return { host: undefined, network, port, isPlace };
}
