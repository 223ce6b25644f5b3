import type { Config } from '../core/config.ts';
import { findNetworkless } from '../script-runner/network.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Sees whether the sandbox for custom scripts gets a network of its own here. */
export async function checkScripts({ HUB_SCRIPT_NETWORK: wish }: Pick<Config, 'HUB_SCRIPT_NETWORK'>): Promise<Finding> {
  if ((await findNetworkless()).length > 0) return ok('scripts', 'Custom scripts run without a network.');
  const message = 'Custom scripts share the network of the process that runs them: `unshare --net` is refused here.';
  const remedy =
    'Allow it to the services (containers: a seccomp profile with `unshare`), or keep to a network in which workers reach nothing that asks for no password.';
  return wish === 'require'
    ? problem('scripts', `${message} HUB_SCRIPT_NETWORK is require, so workers and API do not start.`, remedy)
    : warning('scripts', message, remedy);
}
