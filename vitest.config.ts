import { defineConfig } from 'vitest/config';

// vitest takes its configuration from a default export only.
export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '.hub/**', '.cache/**'],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A test that leaves a server or a pool open must not hold the whole run up for long.
    teardownTimeout: 20_000,
  },
});
