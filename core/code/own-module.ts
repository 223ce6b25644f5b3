/** Node runs sources as they are; a bundle is JavaScript (`start/bundles/`, which leaves this file's `import.meta` alone). */
const isBundled = import.meta.filename.endsWith('.js');

/**
 * The file to load for one of our own modules that is loaded by its path: beside the caller in a bundle, so that it shares
 * the caller's modules, else the source.
 *
 * @param path Of the source, from the checkout: `connectors/okta/index.ts`. `start/bundles/entries.ts` must list it.
 */
export function locateModule(path: string): string {
  return isBundled ? `${import.meta.dirname}/${path.replace(/\.ts$/, '.js')}` : `${import.meta.dirname}/../../${path}`;
}
