import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const inPackage = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** Fonts come in through the styles, where no module shows it. */
const always = ['@fontsource-variable/inter'];

/**
 * Adds `assets/licenses.txt` to a build: the licence of every package whose code is in it, as these ask of whoever gives
 * their code away. A package without a licence file fails the build.
 */
export function listLicenses(root: string): Plugin {
  return {
    name: 'hub:list-licenses',
    generateBundle(_, bundle) {
      const names = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds.map((id) => inPackage.exec(id)?.[1] ?? '') : [],
      );
      const packages = [...new Set([...always, ...names])].filter((name) => name !== '').toSorted();
      const texts = packages.map((name) => `${name}\n${'='.repeat(name.length)}\n\n${readLicense(root, name)}`);
      this.emitFile({ type: 'asset', fileName: 'assets/licenses.txt', source: `${texts.join('\n\n')}\n` });
    },
  };
}

function readLicense(root: string, name: string): string {
  const folder = join(root, 'node_modules', name);
  const file = existsSync(folder) ? readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry)) : undefined;
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8').trim();
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const named =
    typeof manifest === 'object' && manifest !== null && 'license' in manifest ? manifest.license : undefined;
  if (typeof named !== 'string') throw new Error(`The package ${name} has no licence file and names no licence.`);
  return `Licence: ${named}`;
}
