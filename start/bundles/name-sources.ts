/**
 * Makes stack traces of a bundle name sources, by the tables beside its files (`line-table.ts`): every bundle imports this
 * first. Node's own way, `--enable-source-maps`, keeps the whole map in memory from the first error on.
 */
import { fileURLToPath } from 'node:url';
import { readLine } from './line-table.ts';

const place = /(file:\/\/[^\s)]+\.js):(\d+):\d+/;

/** The text that V8 makes of an error, but for the places. */
Error.prepareStackTrace = (error, sites) => {
  const frames = sites.map(String).map((frame) => `\n    at ${nameSource(frame)}`);
  return `${describe(error)}${frames.join('')}`;
};

function nameSource(frame: string): string {
  return frame.replace(place, (found, url: string, line: string) => {
    const source = readLine(`${fileURLToPath(url)}.lines`, Number(line));
    return source === undefined ? found : `${source.source}:${source.line}`;
  });
}

/** An error may have a `toString` of its own that fails. */
function describe(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'Error';
  }
}
