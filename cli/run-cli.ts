import { CommanderError } from 'commander';
import { errorMessage } from '../core/errors.ts';
import { CliError } from './cli-error.ts';
import type { CliContext } from './context.ts';
import { describeError } from './output/describe-error.ts';
import { type Ending, exitCodes } from './exit-codes.ts';
import { createProgram } from './program.ts';
import { showControls, styleFor } from './output/style.ts';

/** Runs one command line, without the name of the program. @returns the exit code. */
export async function runCli(args: readonly string[], context: CliContext): Promise<number> {
  let ending: Ending = 'done';
  const group = args.find((argument, index) => !argument.startsWith('-') && args[index - 1] !== '--profile');
  const program = createProgram(context, (how) => void (ending = how), group ?? '');
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCodes[ending].code;
  } catch (error) {
    // Commander has said what is wrong; `--help` ends this way, too.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage.code;
    if (context.signal.aborted && !(error instanceof CliError)) return exitCodes.interrupted.code;
    return reportError(context, error, args.includes('--json'));
  }
}

function reportError(context: CliContext, error: unknown, asJson: boolean): number {
  const { ending, lines, data } = describeError(error);
  const style = styleFor(context, context.stderr);
  const text = showControls(lines.join('\n'));
  context.stderr.write(asJson ? `${JSON.stringify({ error: data })}\n` : `${style('red', '✗')} ${text}\n`);
  if (context.env['HUB_DEBUG'] === '1')
    context.stderr.write(`${error instanceof Error ? error.stack : errorMessage(error)}\n`);
  return exitCodes[ending].code;
}
