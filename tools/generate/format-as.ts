import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

/** A text in the form that the check asks of the file at a path. */
export async function formatAs(root: string, path: string, text: string): Promise<string> {
  return format(text, { ...(await resolveConfig(join(root, path))), filepath: path });
}
