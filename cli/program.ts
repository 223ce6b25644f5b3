import { Command, Option } from 'commander';
import { addOperation } from './add-operation.ts';
import { commands } from './commands.data.ts';
import type { CliContext } from './context.ts';
import { ownCommands } from './own-commands.ts';
import { readVersion } from './version.ts';
import type { Finish } from './finish.ts';

/** Shorter ways to say a group. */
const groupAliases: Readonly<Record<string, string>> = {
  'api-keys': 'keys',
  'audit-events': 'audit',
  'webhook-endpoints': 'webhooks',
  workflows: 'triggers',
};

/** What is said of a group in the list of all. */
function describeGroup(group: string): string {
  const words = [...commands, ...ownCommands].flatMap(({ words: [first, second] }) =>
    first === group && second !== undefined ? [second] : [],
  );
  return [...new Set(words)].join(', ');
}

/**
 * Makes the commands that can be typed.
 *
 * @param only A group whose commands are wanted; of the others only the names are made, which is faster. `undefined`
 *   makes all.
 */
export function createProgram(context: CliContext, finish: Finish, only?: string): Command {
  const program = new Command('hub')
    .description('The integration hub from the command line.')
    .version(readVersion(), '-V, --version', 'print the version of this command')
    .addOption(new Option('--profile <name>', 'the hub to talk to, of those that one logged in to'))
    .option('--json', 'print JSON')
    .option('--yaml', 'print YAML')
    .option('--field <path>', 'print one member: config.feed_url')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void context.stdout.write(text),
      writeErr: (text) => void context.stderr.write(text),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .showHelpAfterError('(add --help for what can be said)')
    .exitOverride();
  const groups = new Map<string, Command>();
  const place = ([group, word]: readonly [string, ...string[]]): Command | undefined => {
    if (word === undefined) return program.command(group);
    const alias = groupAliases[group];
    const parent = groups.get(group) ?? program.command(group).description(describeGroup(group));
    if (!groups.has(group) && alias !== undefined) parent.alias(alias);
    groups.set(group, parent);
    const isWanted = only === undefined || only === group || only === alias;
    return isWanted ? parent.command(word) : undefined;
  };
  for (const own of ownCommands) {
    const command = place(own.words);
    if (command !== undefined) own.add(command, context, finish);
  }
  const taken = new Set(ownCommands.map(({ words }) => words.join(' ')));
  for (const facts of commands) {
    const command = taken.has(facts.words.join(' ')) ? undefined : place(facts.words);
    if (command !== undefined) addOperation(command, facts, context, finish);
  }
  // Asked by shells, not by people.
  program
    .command('complete', { hidden: true })
    .description('What may stand at the cursor, for the scripts of `hub completion`.')
    .argument('[words...]')
    .action(async (words: string[]) => {
      const { complete } = await import('./completion.ts');
      finish(await complete(context, words, (group) => createProgram(context, () => undefined, group)));
    });
  return program;
}
