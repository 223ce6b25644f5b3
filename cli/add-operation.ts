import { type Command, Option } from 'commander';
import type { CommandFacts, OptionFacts } from './command-facts.ts';
import type { CliContext } from './context.ts';
import type { Finish } from './finish.ts';
import { toFlag } from './options.ts';
import type { Typed } from './run-operation.ts';

/** Makes a command of a row of the table. */
export function addOperation(command: Command, facts: CommandFacts, context: CliContext, finish: Finish): void {
  describeOperation(command, facts).action(async () => {
    const { runOperation } = await import('./run-operation.ts');
    finish(await runOperation(context, facts, readTyped(command, facts)));
  });
}

/** Says what a command of the table takes. */
export function describeOperation(command: Command, facts: CommandFacts): Command {
  command.description(`${facts.summary}.`);
  for (const param of facts.params) command.argument(`<${param}>`, describeParam(facts, param));
  const inBody = new Set(facts.body?.members);
  for (const option of toOwnOptions(facts)) {
    for (const form of toOptions(option, inBody.has(option))) command.addOption(form);
  }
  if (facts.body !== undefined) {
    command.option('-f, --file <path>', 'YAML or JSON file with the members; - for standard input');
  }
  if (facts.listed === true && facts.body === undefined) {
    command.option('--limit <number>', 'so many records at most (default: 100)').option('--all', 'every record');
  }
  return facts.versioned === true ? command.option('--if-match <etag>', 'only while it has this version') : command;
}

/** What was typed for a command of the table. */
export function readTyped(command: Command, facts: CommandFacts): Typed {
  const options = command.optsWithGlobals<Typed['options']>();
  const typed = command.opts<Record<string, unknown>>();
  const values = toOwnOptions(facts).map(({ name }): [string, string | boolean | undefined] => [
    name,
    toValue(typed[toAttribute(name)]),
  ]);
  return { args: command.args, values: Object.fromEntries(values), options };
}

/** Query and body together: no operation has one name in both. */
function toOwnOptions({ query = [], body }: CommandFacts): OptionFacts[] {
  return [...query, ...(body?.members ?? [])];
}

function describeParam(facts: CommandFacts, param: string): string {
  if (param !== 'id') return '';
  return facts.words[0] === 'runs' ? 'id' : 'id or name';
}

/** @param isMember Of a body: `null` takes it away. */
function toOptions({ name, type, values, text, required }: OptionFacts, isMember: boolean): Option[] {
  const description = [...(text === undefined ? [] : [text]), ...(required === true ? ['(required)'] : [])].join(' ');
  if (type === 'boolean') {
    return [new Option(toFlag(name), description), new Option(toFlag(`no_${name}`)).hideHelp()];
  }
  const placeholder = { text: 'text', number: 'number', list: 'a,b', json: 'json' }[type];
  const option = new Option(`${toFlag(name)} <${placeholder}>`, description);
  return [
    type === 'text' && values !== undefined ? option.choices([...values, ...(isMember ? ['null'] : [])]) : option,
  ];
}

/** What commander calls the value of a flag: `service_type` → `serviceType`. */
function toAttribute(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function toValue(value: unknown): string | boolean | undefined {
  return typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
}
