import { execFile } from 'node:child_process';
import type { ReadGauges } from '../core/telemetry/meter.ts';
import { sandboxEnvironment } from './environment.ts';

/** What the operator wants: `require` a sandbox without a network, or `prefer` one. */
export type NetworkWish = 'prefer' | 'require';

/** Ways to start a program in a network of its own, without any interface: as anybody, and as root. */
const ways = [
  ['/usr/bin/unshare', '--user', '--map-current-user', '--net', '--'],
  ['/usr/bin/unshare', '--net', '--'],
];

/** @returns the first way that this machine allows; none at all in many containers, and on other systems than Linux. */
export async function findNetworkless(): Promise<readonly string[]> {
  for (const way of ways) if (await works([...way, '/bin/true'])) return way;
  return [];
}

/**
 * Tells whether the sandbox gets a network of its own here, without any interface.
 *
 * @throws {Error} where it does not and the operator requires it.
 */
export async function hasNetworkOfItsOwn(wish: NetworkWish): Promise<boolean> {
  const isApart = (await findNetworkless()).length > 0;
  if (!isApart && wish === 'require') {
    throw new Error(
      'HUB_SCRIPT_NETWORK is require, and this machine does not let the sandbox for scripts have a network of its own: `unshare --net` is refused. Allow it, or set prefer.',
    );
  }
  return isApart;
}

/** The metric that says so. */
export function readScriptNetwork(isApart: boolean): ReadGauges {
  return () => Promise.resolve([{ name: 'hub_script_network_isolated', labels: {}, value: isApart ? 1 : 0 }]);
}

function works([file = '', ...args]: string[]): Promise<boolean> {
  return new Promise((resolve) =>
    execFile(file, args, { env: sandboxEnvironment, timeout: 5000 }, (error) => resolve(error === null)),
  );
}
