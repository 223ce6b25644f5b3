import { isJsonObject } from '../../core/json.ts';
import { findPort } from './ports.ts';
import { readTextFile, writePrivateFile } from '../state/private-file.ts';

/** Ports that stored connections refer to, so that they stay the same from start to start. */
interface Ports {
  postgres: number;
  feed: number;
}

/** Ports for this start, and those that connections refer to. */
export interface RememberedPorts extends Ports {
  remembered: Ports;
}

const firstTime: Ports = { postgres: 54_320, feed: 54_380 };

/**
 * @returns the ports of the first start. Where another program has one of them, the next free one serves this time, and
 *   the one after that has the first again.
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
    const ports: unknown = JSON.parse(readTextFile(file) ?? '');
    if (!isJsonObject(ports)) return undefined;
    const { postgres, feed } = ports;
    const areThere = typeof postgres === 'number' && typeof feed === 'number';
    return areThere && Number.isInteger(postgres) && Number.isInteger(feed) ? { postgres, feed } : undefined;
  } catch {
    // Only the numbers are lost with the file.
    return undefined;
  }
}
