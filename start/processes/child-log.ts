import {
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';

const sizeMax = 20 * 1024 * 1024;
const checkEveryMs = 60_000;

/**
 * The log file of one child: `<name>.log`, and `<name>.log.1` from before.
 *
 * Children write directly to the file, so that their last output survives a crash of this process.
 */
export interface ChildLog {
  file: string;
  descriptor: number;
  /** The newest lines, for messages. */
  tail(lines: number): string[];
  close(): void;
}

/** Starts a new log file. Keeps the previous one and deletes older ones. Large files are rotated. */
export function openChildLog(folder: string, name: string): ChildLog {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${name}.log`);
  if (existsSync(file)) renameSync(file, `${file}.1`);
  // Append mode: after the file is truncated, writers continue at its new end.
  const descriptor = openSync(file, 'a', 0o600);
  const timer = setInterval(() => moveOnIfLarge(file), checkEveryMs);
  timer.unref();
  return {
    file,
    descriptor,
    tail: (lines) => readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines),
    close: () => clearInterval(timer),
  };
}

function moveOnIfLarge(file: string): void {
  try {
    if (statSync(file).size < sizeMax) return;
    copyFileSync(file, `${file}.1`);
    truncateSync(file);
  } catch {
    // A full disk or a removed folder must not end the servers; the next check tries again.
  }
}
