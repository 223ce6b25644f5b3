import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { listLicenses } from './list-licenses.ts';

/**
 * How the dashboard is built. Nothing is inlined and no polyfill is added: the policy of the pages lets scripts and
 * styles come from files of the hub only (`api/web/serve-web.ts`).
 */
export function toViteOptions(root: string, outDir: string): InlineConfig {
  return {
    root: join(root, 'web'),
    base: '/app/',
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    plugins: [react(), listLicenses(root)],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  };
}
