import { dirname, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** Says where bundled modules are, which it learns by where it is itself. */
const locator = 'core/code/own-module.ts';

/** Lets `import.meta` of our sources mean what it means there: what they read by its paths lies beside them. */
export function keepPlaces(root: string): Plugin {
  return {
    name: 'hub:keep-places',
    transform: {
      filter: { id: /\.ts$/, code: /import\.meta\./ },
      handler(code, id) {
        const path = relative(root, id);
        if (path === locator || path.startsWith('node_modules')) return undefined;
        const places: Readonly<Record<string, string>> = {
          url: JSON.stringify(pathToFileURL(id).href),
          filename: JSON.stringify(id),
          dirname: JSON.stringify(dirname(id)),
          // Only programs ask, and those in a bundle are their own modules.
          main: 'false',
        };
        // Lines stay, and tables of lines know no columns.
        return {
          code: code.replaceAll(/\bimport\.meta\.(\w+)/g, (all, name: string) => places[name] ?? all),
          map: null,
        };
      },
    },
  };
}
