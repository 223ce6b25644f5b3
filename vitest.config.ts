import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { Progress } from './test/report-progress.ts';

// vitest takes its configuration from a default export only.
export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    reporters: ['default', new Progress()],
    exclude: ['**/node_modules/**', '.hub/**', '.cache/**'],
    globalSetup: ['test/global-setup.ts'],
    // Most tests wait for servers: one worker less than there are cores, vitest's default, leaves two cores idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A test that leaves a server or a pool open must not hold the whole run up for long.
    teardownTimeout: 20_000,
  },
});
