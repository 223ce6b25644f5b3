import { spawn } from 'node:child_process';
import { signalGroup } from './processes.ts';

/**
 * Binds a child to this process: when this process ends for any reason, the child is ended.
 *
 * A shell in a session of its own waits for the end of its standard input, which the kernel closes with us. It then
 * asks the child's process group to end, and kills it after two seconds. It survives a kill of our group. If it is
 * killed too, the next start ends the child by its pid file.
 *
 * @returns a function that removes the binding, once the child has ended.
 */
export function bindLifetime(pid: number, signal: NodeJS.Signals): () => void {
  const name = signal.slice(3);
  const script = [
    'read _',
    `kill -${name} -${pid} 2>/dev/null || exit 0`,
    'for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do',
    `  kill -0 -${pid} 2>/dev/null || exit 0`,
    '  sleep 0.1',
    'done',
    `kill -KILL -${pid} 2>/dev/null`,
  ].join('\n');
  const shell = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true, cwd: '/' });
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  shell.unref();
  return () => {
    if (shell.pid !== undefined && shell.exitCode === null) signalGroup(shell.pid, 'SIGKILL');
  };
}
