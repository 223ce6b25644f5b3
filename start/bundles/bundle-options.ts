import { join } from 'node:path';
import type { InlineConfig } from 'vite';
import { type BundledProcess, isExternal, listShared, threads } from './entries.ts';
import { keepPlaces } from './keep-places.ts';
import { nameLines } from './name-lines.ts';

type BuildOptions = NonNullable<NonNullable<InlineConfig['build']>['rolldownOptions']>;
type Input = Readonly<Record<string, string>>;

/** What becomes of a process: its `main.js` and everything that this loads by paths, below `outDir`. */
export function toProcessOptions(root: string, name: BundledProcess, outDir: string): InlineConfig {
  const main = join(root, name, 'main.ts');
  const shared = listShared(root).map((path): [string, string] => [path.replace(/\.ts$/, ''), join(root, path)]);
  const input = {
    main,
    'name-sources': join(import.meta.dirname, 'name-sources.ts'),
    ...Object.fromEntries(shared),
  };
  return toOptions(root, outDir, input, {
    banner: ({ name: chunk }) => (chunk === 'main' ? "import './name-sources.js';" : ''),
    codeSplitting: { includeDependenciesRecursively: false, groups: [inOneFile(name, main)] },
  });
}

/** What becomes of the programs of threads: a file each, beside the process that starts them. */
export function toThreadOptions(root: string, name: BundledProcess, outDir: string): InlineConfig[] {
  return threads[name].map((path) =>
    toOptions(root, outDir, { [path.replace(/\.ts$/, '')]: join(root, path) }, { codeSplitting: false }),
  );
}

type Group = Extract<NonNullable<NonNullable<Output['codeSplitting']>>, { groups?: unknown }>['groups'];
type Output = Extract<NonNullable<BuildOptions['output']>, { codeSplitting?: unknown }>;

/**
 * All that a main module loads statically is one file, and what is loaded later stays apart. The main module itself is beside it:
 * it waits for as long as the process runs, and nobody may load by `require` what is being waited for.
 */
function inOneFile(name: string, main: string): NonNullable<Group>[number] {
  let loaded: ReadonlySet<string> | undefined;
  return {
    debugName: name,
    name: (id, graph) => {
      loaded ??= reach(main, (one) => graph.getModuleInfo(one)?.importedIds ?? []);
      return id !== main && loaded.has(id) ? name : null;
    },
  };
}

function reach(start: string, importsOf: (id: string) => readonly string[]): ReadonlySet<string> {
  const reached = new Set([start]);
  // A set is walked to its end, with what is added on the way.
  for (const id of reached) for (const imported of importsOf(id)) reached.add(imported);
  return reached;
}

function toOptions(root: string, outDir: string, input: Input, output: Output): InlineConfig {
  return {
    root,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'silent',
    plugins: [keepPlaces(root), nameLines(root, outDir)],
    // What Node itself would take of a package.
    resolve: { mainFields: ['main'] },
    ssr: { noExternal: true, resolve: { conditions: ['node', 'module-sync'] } },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'esnext',
      minify: false,
      sourcemap: 'hidden',
      reportCompressedSize: false,
      rolldownOptions: {
        input,
        external: isExternal,
        preserveEntrySignatures: 'allow-extension',
        output: {
          ...output,
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // Comments are a third of the text, which stays in memory.
          comments: false,
          // Names of classes and functions are in logs; two modules may use the same one.
          keepNames: true,
        },
      },
    },
  };
}
