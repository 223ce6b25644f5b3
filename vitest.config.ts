import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { Progress } from './test/report-progress.ts';
import { SlowestFirst } from './test/slowest-first.ts';

// vitest takes its configuration from a default export only.
export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    reporters: ['default', new Progress()],
    exclude: ['**/node_modules/**', '.hub/**', '.cache/**'],
    globalSetup: ['test/global-setup.ts'],
    // A process serves many files: to start one and to load the modules takes longer than most files do.
    isolate: false,
    setupFiles: ['test/leave-nothing.ts'],
    // Node itself imports the files, as it does where the hub runs: nothing is transformed, and what one process compiled
    // the next one finds (`start/test.ts`).
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Most tests wait for servers: with no more workers than cores, these stand idle for a third of the time.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: SlowestFirst },
    // What others do is waited for; only a test that fails waits so long.
    expect: { poll: { timeout: 40_000 } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A test that leaves a server or a pool open must not hold the whole run up for long.
    teardownTimeout: 20_000,
  },
});
