import { readFileSync } from 'node:fs';

/** Memory of a process in MB: resident now, and at its highest. Linux only. */
export function readMemory(pid: number): { rssMb: number; peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
  return { rssMb: round(read('VmRSS')), peakMb: round(read('VmHWM')) };
}

export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}
