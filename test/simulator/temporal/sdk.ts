import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Temporal's own SDK as it stands in a worker, with our workflow on it.
 *
 * A worker hands the SDK this class by the global of its sandbox; it has to be there before the SDK is loaded.
 */
Object.assign(globalThis, { AsyncLocalStorage });

const { Activator } = await import('@temporalio/workflow/lib/internals.js');
const { setActivator } = await import('@temporalio/workflow/lib/global-attributes.js');
const { activate, concludeActivation, tryUnblockConditions } =
  await import('@temporalio/workflow/lib/worker-interface.js');
const { integrationRun } = await import('../../../workflows/index.ts');

export { activate, Activator, concludeActivation, integrationRun, setActivator, tryUnblockConditions };
