import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { rooms } from '../oxlint-plugin/rooms.data.ts';
import { findCircles, readImports } from './import-graph.ts';
import { listFiles } from './repository-files.ts';

const linesMax = 12_000;
const flatMax = 25;

/** Finds rooms that grew too large, folders with too many files, and imports in a circle; types count as imports. */
export async function checkRooms(root: string): Promise<string[]> {
  const files = (await listFiles(root)).filter((file) => file.endsWith('.ts'));
  const texts = await Promise.all(
    files.map(async (file): Promise<[string, string]> => [file, await readFile(join(root, file), 'utf8')]),
  );
  return judgeRooms(new Map(texts));
}

/** @param texts Of source files, by their paths. */
export function judgeRooms(texts: ReadonlyMap<string, string>): string[] {
  const sources = [...texts].filter(([file]) => !/\.test(?:-d)?\.ts$/.test(file));
  const lines = new Map<string, number>();
  const flat = new Map<string, number>();
  for (const [file, text] of sources) {
    const folder = dirname(file);
    const room = toRoom(folder);
    flat.set(folder, (flat.get(folder) ?? 0) + 1);
    lines.set(room, (lines.get(room) ?? 0) + text.split('\n').length - 1);
  }
  return [
    ...[...lines]
      .filter(([, count]) => count > linesMax)
      .map(([room, count]) => `${room} has ${count} lines; a room has ${linesMax} at most. Split it by what it does.`),
    ...[...flat]
      .filter(([, count]) => count > flatMax)
      .map(([folder, count]) => `${folder} has ${count} source files; a folder has ${flatMax} at most. Group them.`),
    ...findCircles(readImports(texts)).map(
      (circle) => `${circle.join(', ')} import one another. Move what they share below them.`,
    ),
  ];
}

/** The room of a folder: the longest entry of the table; each connector and each proof is one of its own. */
function toRoom(folder: string): string {
  for (let at = folder; at !== '.'; at = dirname(at)) {
    if (at in rooms || ['connectors', 'test'].includes(dirname(at))) return at;
  }
  return folder;
}
