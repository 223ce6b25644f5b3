import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { runBoth } from '../start/processes/run-both.ts';
import { newFleet } from '../start/processes/fleet.ts';
import { makeLayout } from '../start/state/layout.ts';
import { buildBundle } from '../worker/bundle.ts';
import { cacheDir, projectRoot } from '../start/state/settings.ts';
import { HubDesk } from './harness/processes/hub-desk.ts';
import { startTestPostgres, startTestTemporal } from './harness/servers.ts';
import { makeTestFolder, removeOldTestFolders } from './harness/test-folders.ts';
import { installLab } from './lab/install.ts';
import type { Lab } from './lab/peers.ts';

/**
 * Starts one PostgreSQL and one Temporal dev server for the whole run and bundles the workflows.
 *
 * Tests find the addresses by `inject`; databases of their own by `harness/database.ts`.
 *
 * @returns the function that stops everything.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await removeOldTestFolders();
  const folder = makeTestFolder();
  const layout = makeLayout(folder);
  const fleet = newFleet({
    logDir: layout.logs,
    runDir: layout.run,
    say: (text) => process.stderr.write(`${text}\n`),
    onChange: () => undefined,
    onGivenUp: () => undefined,
  });
  const desk = new HubDesk();
  const tearDown = async () => {
    await Promise.all([desk.close(), fleet.stop()]);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const bundling = buildBundle();
    const installing = installLab(cacheDir(projectRoot), (text) => process.stderr.write(`${text}\n`));
    const context = { fleet, layout, signal: AbortSignal.timeout(120_000) };
    const [postgres, temporal] = await runBoth(
      context.signal,
      (signal) => startTestPostgres({ ...context, signal }),
      (signal) => startTestTemporal({ ...context, signal }),
    );
    project.provide('hubDesk', await desk.open());
    project.provide('postgres', postgres);
    project.provide('temporal', temporal);
    project.provide('workflowBundle', await bundling);
    project.provide('lab', await installing);
    return tearDown;
  } catch (error) {
    // vitest waits for whatever was started when its set-up fails.
    await tearDown();
    throw error;
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: Awaited<ReturnType<typeof startTestPostgres>>;
    temporal: Awaited<ReturnType<typeof startTestTemporal>>;
    /** Where `joinHub` asks for the hub that files share. */
    hubDesk: string;
    /** Path of the bundled workflows. */
    workflowBundle: string;
    /** Where the protocol peers were unpacked; those that this machine cannot have are absent. */
    lab: Lab;
  }
}
