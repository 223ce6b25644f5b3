import { z } from 'zod';
import { findPort } from './ports.ts';
import { readTextFile, writePrivateFile } from './private-file.ts';

/** Ports that stored connections refer to, so that they stay the same from start to start. */
const portsSchema = z.object({ postgres: z.number().int(), feed: z.number().int() });

type Ports = z.infer<typeof portsSchema>;

/** Ports for this start, and those that connections refer to. */
export interface RememberedPorts extends Ports {
  remembered: Ports;
}

const firstTime: Ports = { postgres: 54_320, feed: 54_380 };

/**
 * @returns the ports of the first start. Where another program has one of them, the next free one serves this time, and the
 *   one after that has the first again.
 */
export async function findRememberedPorts(file: string, find = findPort): Promise<RememberedPorts> {
  const first = read(file);
  const wanted = first ?? firstTime;
  const ports = { postgres: await find(wanted.postgres), feed: await find(wanted.feed) };
  if (first === undefined) writePrivateFile(file, `${JSON.stringify(ports)}\n`);
  return { ...ports, remembered: first ?? ports };
}

function read(file: string): Ports | undefined {
  try {
    return portsSchema.parse(JSON.parse(readTextFile(file) ?? ''));
  } catch {
    // Nothing is lost with it but the numbers.
    return undefined;
  }
}
