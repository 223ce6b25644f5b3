import { spawn } from 'node:child_process';

export interface Outcome {
  /** `undefined`: it could not be started, was ended by a signal, or took too long. */
  code: number | undefined;
  /** Standard output and standard error, the newest 64 KiB. */
  output: string;
}

/**
 * Runs a program to its end and collects its output.
 *
 * @param options.input Its standard input. Default: nothing.
 * @param options.timeoutMs The program is killed after this. Default: 60 s.
 * @param options.signal Kills it early, when the user stops the start.
 */
export function runCommand(
  file: string,
  args: readonly string[],
  options: {
    input?: string;
    env?: Record<string, string | undefined>;
    cwd?: string;
    timeoutMs?: number;
    signal?: AbortSignal;
  } = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(file, args, {
      stdio: 'pipe',
      env: options.env ?? process.env,
      timeout: options.timeoutMs ?? 60_000,
      killSignal: 'SIGKILL',
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    // A program that ends without reading it says why by itself.
    child.stdin.on('error', () => undefined).end(options.input);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-65_536);
      });
    }
    child.once('error', (error) => resolve({ code: undefined, output: `${output}${error.message}` }));
    child.once('close', (code) => resolve({ code: code ?? undefined, output }));
  });
}
