import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { toAscii } from '../../core/code/to-ascii.ts';
import { packLines, type SourceLine } from './line-table.ts';

/** Escapes what is not ASCII, and puts a table of lines (`line-table.ts`) in the place of each source map. */
export function nameLines(root: string, outDir: string): Plugin {
  return {
    name: 'hub:name-lines',
    generateBundle(_, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type !== 'chunk') continue;
        file.code = toAscii(file.code);
        const { map } = file;
        if (map === null) continue;
        const folder = dirname(join(outDir, name));
        const sources = map.sources.map((source) => relative(root, join(folder, source)));
        const lines = readLines(map.mappings, sources);
        // A map ends where nothing more comes from a source.
        lines.length = file.code.split('\n').length;
        this.emitFile({ type: 'asset', fileName: `${name}.lines`, source: packLines(Array.from(lines)) });
        delete bundle[`${name}.map`];
      }
    },
  };
}

/** Where the first mapped place of each line comes from. @see https://tc39.es/ecma426/ */
export function readLines(mappings: string, sources: readonly string[]): (SourceLine | undefined)[] {
  let source = 0;
  let line = 0;
  return mappings.split(';').map((segments) => {
    let first: SourceLine | undefined;
    for (const segment of segments === '' ? [] : segments.split(',')) {
      const [, sourceStep, lineStep] = readNumbers(segment);
      if (sourceStep === undefined || lineStep === undefined) continue;
      source += sourceStep;
      line += lineStep;
      const name = sources[source] ?? '';
      // Without a name: what the bundler adds of its own.
      if (name !== '') first ??= { source: name, line: line + 1 };
    }
    return first;
  });
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Uint8Array(128);
for (let value = 0; value < digits.length; value += 1) values[digits.charCodeAt(value)] = value;

/** Base 64, five bits a digit, the lowest first; the lowest bit of a number is its sign. */
function readNumbers(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (let at = 0; at < segment.length; at += 1) {
    const bits = values[segment.charCodeAt(at)] ?? 0;
    value += (bits & 31) << shift;
    shift += 5;
    if (bits >= 32) continue;
    numbers.push((value & 1) === 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}
