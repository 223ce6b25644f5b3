import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { kinds } from '../../as-code/kinds.ts';
import { exitCodes } from '../../cli/exit-codes.ts';
import { createProgram } from '../../cli/program.ts';
import { systemClock } from '../../core/clock.ts';

/** The tables of the page of the command line: commands, kinds and exit codes. */
export function renderCliRegions(): Record<'commands' | 'kinds' | 'exit-codes', string> {
  return { commands: renderCommands(), kinds: renderKinds(), 'exit-codes': renderExitCodes() };
}

function renderCommands(): string {
  const nowhere = new PassThrough();
  const context = {
    env: {},
    cwd: '/',
    stdin: nowhere,
    stdout: nowhere,
    stderr: nowhere,
    clock: systemClock,
    signal: new AbortController().signal,
  };
  const program = createProgram(context, () => undefined);
  const all = program.commands.flatMap((command) => (command.commands.length > 0 ? command.commands : [command]));
  const rows = all
    .filter((command) => command.name() !== 'complete')
    .map((command) => `| \`${toUsage(command)}\` | ${command.description()} |`);
  return ['| command | what it does |', '| --- | --- |', ...rows].join('\n');
}

/** `hub connections test <id>` */
function toUsage(command: Command): string {
  const names: string[] = [];
  for (let outer: Command | null = command; outer !== null; outer = outer.parent) names.unshift(outer.name());
  const args = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  return [...names, ...args].join(' ');
}

function renderKinds(): string {
  const rows = kinds.map(({ name, members, switch: active }) => {
    const all = ['name', ...members, ...(active === undefined ? [] : ['active'])];
    return `| \`${name}\` | ${all.map((member) => `\`${member}\``).join(', ')} |`;
  });
  return ['| kind | members |', '| --- | --- |', ...rows].join('\n');
}

function renderExitCodes(): string {
  const rows = Object.values(exitCodes).map(({ code, meaning }) => `| ${code} | ${meaning} |`);
  return ['| code | meaning |', '| --- | --- |', ...rows].join('\n');
}
