import { z } from 'zod';
import { findPort } from './ports.ts';
import { readTextFile, writePrivateFile } from './private-file.ts';

/** Ports that stored connections refer to, so that they should stay the same from start to start. */
const portsSchema = z.object({ postgres: z.number().int(), feed: z.number().int() });

type RememberedPorts = z.infer<typeof portsSchema>;

const firstTime: RememberedPorts = { postgres: 54_320, feed: 54_380 };

/** @returns the ports of the last start where they are free, else the next free ones. */
export async function findRememberedPorts(file: string, find = findPort): Promise<RememberedPorts> {
  const last = read(file) ?? firstTime;
  const ports = { postgres: await find(last.postgres), feed: await find(last.feed) };
  writePrivateFile(file, `${JSON.stringify(ports)}\n`);
  return ports;
}

function read(file: string): RememberedPorts | undefined {
  try {
    return portsSchema.parse(JSON.parse(readTextFile(file) ?? ''));
  } catch {
    // Nothing is lost with it but the numbers.
    return undefined;
  }
}
