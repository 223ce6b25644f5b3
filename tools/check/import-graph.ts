import { dirname, join } from 'node:path/posix';

/** Files of the repository by what they import of it, types included. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

const imported = /^(?:import|export)\s(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;

/** Reads the imports that files name by a relative path; a text that only looks like one is told apart by its line's begin. */
export function readImports(texts: ReadonlyMap<string, string>): ImportGraph {
  return new Map(
    [...texts].map(([file, text]) => {
      const targets = [...text.matchAll(imported)].map(([, a, b]) => join(dirname(file), a ?? b ?? ''));
      return [file, [...new Set(targets)].filter((target) => texts.has(target) && target !== file)];
    }),
  );
}

/** Groups of files of which each reaches every other one. By Tarjan: @see https://doi.org/10.1137/0201010 */
export function findCircles(graph: ImportGraph): string[][] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const open: string[] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    open.push(file);
    let lowest = own;
    for (const target of graph.get(file) ?? []) {
      if (!order.has(target)) lowest = Math.min(lowest, visit(target));
      else if (open.includes(target)) lowest = Math.min(lowest, order.get(target) ?? own);
    }
    if (lowest === own) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle.toSorted());
    }
    return lowest;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}
