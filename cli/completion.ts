import type { Command } from 'commander';
import { misuse } from './cli-error.ts';
import type { CliContext } from './context.ts';
import type { Ending } from './exit-codes.ts';
import { readProfiles } from './hubs/profiles.ts';

/** Each asks `hub complete` for what may stand at the cursor, and offers files where that knows nothing. */
const scripts: Readonly<Record<string, string>> = {
  bash: `_hub() {
  local IFS=$'\\n'
  COMPREPLY=($(hub complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _hub hub
`,
  zsh: `#compdef hub
_hub() {
  local -a found
  found=("\${(@f)$(hub complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -a found; else _files; fi
}
compdef _hub hub
`,
  fish: `complete -c hub -a '(hub complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
};

export const shells = Object.keys(scripts);

/** Prints what a shell has to read so that it can complete. */
export function printCompletion(context: CliContext, shell: string): Ending {
  const script = scripts[shell];
  if (script === undefined) throw misuse(`There is no completion for ${shell}.`, `Shells: ${shells.join(', ')}`);
  context.stdout.write(script);
  return 'done';
}

/**
 * Prints what may stand in the place of the last word, a line each.
 *
 * @param createProgram Makes the program with the commands of one group, or of none.
 */
export async function complete(
  context: CliContext,
  words: readonly string[],
  createProgram: (group: string) => Command,
): Promise<Ending> {
  const before = words.slice(0, -1);
  const begun = words.at(-1) ?? '';
  const found = await findCandidates(context, before, begun, createProgram);
  const fitting = found.filter((candidate) => candidate.startsWith(begun));
  context.stdout.write(fitting.map((candidate) => `${candidate}\n`).join(''));
  return 'done';
}

async function findCandidates(
  context: CliContext,
  before: readonly string[],
  begun: string,
  createProgram: (group: string) => Command,
): Promise<string[]> {
  const group = before.find((word) => !word.startsWith('-'));
  const program = createProgram(group ?? '');
  const command = findCommand(program, before);
  const options = [...command.options, ...(command === program ? [] : program.options)].filter(({ hidden }) => !hidden);
  const last = before.at(-1);
  if (last === '--profile') return [...(await readProfiles(context)).byName.keys()];
  const open = options.find(
    ({ short, long, required }) => required && last !== undefined && [short, long].includes(last),
  );
  if (open !== undefined) return open.argChoices ?? [];
  if (begun.startsWith('-')) return options.flatMap(({ long }) => long ?? []);
  const names = command.commands.flatMap((child) => [child.name(), ...child.aliases()]);
  return names.filter((name) => name !== 'complete');
}

/** Follows the words as far as they name commands. */
function findCommand(program: Command, words: readonly string[]): Command {
  return words.reduce((command, word) => {
    const next = command.commands.find((child) => child.name() === word || child.aliases().includes(word));
    return next ?? command;
  }, program);
}
