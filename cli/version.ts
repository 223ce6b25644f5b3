import { readFileSync } from 'node:fs';
import { isJsonObject } from '../core/json.ts';
import { toText } from '../as-code/values.ts';

/** The version of this command, which is that of the hub that it came with. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return isJsonObject(manifest) ? toText(manifest['version']) : '';
}
