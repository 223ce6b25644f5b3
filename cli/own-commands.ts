import { type Command, Option } from 'commander';
import { describeOperation, readTyped } from './add-operation.ts';
import { callFacts, findCalled, splitCalled } from './call-facts.ts';
import type { CommandFacts } from './command-facts.ts';
import { commands } from './commands.data.ts';
import type { CliContext } from './context.ts';
import type { Finish } from './finish.ts';

/** A command that is more than one call of the API. */
export interface OwnCommand {
  words: readonly [string, ...string[]];
  /** Says what it takes; what it does is loaded when it is called. */
  add(command: Command, context: CliContext, finish: Finish): void;
}

const timeoutText = 'wait so long at most: 90s, 5m, 2h';
const logLevels = ['info', 'warn', 'error'];

export const ownCommands: readonly OwnCommand[] = [
  {
    words: ['login'],
    add: (command, context, finish) =>
      command
        .description('Remember a hub and an API key.')
        .option('--url <address>', 'address of the hub; without it, the one that `npm start` runs here')
        .option('--name <profile>', 'what to call it (default: "default", or "local" for the hub that runs here)')
        .addHelpText('after', '\nThe API key is asked for, or read from standard input: hub login --url … < key-file')
        .action(async (options: { url?: string; name?: string }) => {
          const { logIn } = await import('./login.ts');
          finish(await logIn(context, options));
        }),
  },
  {
    words: ['logout'],
    add: (command, context, finish) =>
      command
        .description('Forget a hub and its API key.')
        .argument('[profile]', 'which; without it, the one in use')
        .action(async (name: string | undefined) => {
          const { logOut } = await import('./login.ts');
          finish(await logOut(context, name));
        }),
  },
  {
    words: ['profiles', 'list'],
    add: (command, context, finish) =>
      command.description('List the hubs that one logged in to.').action(async () => {
        const { listProfiles } = await import('./login.ts');
        finish(await listProfiles(context, command.optsWithGlobals()));
      }),
  },
  {
    words: ['profiles', 'use'],
    add: (command, context, finish) =>
      command
        .description('Talk to this hub from now on.')
        .argument('<profile>')
        .action(async (name: string) => {
          const { useProfile } = await import('./login.ts');
          finish(await useProfile(context, name));
        }),
  },
  {
    words: ['apply'],
    add: (command, context, finish) =>
      command
        .description('Make the organization what a file or a folder says.')
        .requiredOption('-f, --file <path>', 'YAML or JSON file, or a folder of them')
        .option('--prune', 'delete what no file holds')
        .option('--kinds <list>', 'look at these kinds only: connection,integration')
        .option('--credentials', 'write the credentials of connections again, though they may be the same')
        .option('--secrets-to <path>', 'file for secrets that are shown only once')
        .option('--dry-run', 'only show the plan; ends with 9 where something would change')
        .option('-y, --yes', 'do not ask')
        .action(async () => {
          const { apply } = await import('./apply/apply.ts');
          finish(await apply(context, command.optsWithGlobals()));
        }),
  },
  {
    words: ['export'],
    add: (command, context, finish) =>
      command
        .description('Write the organization into a folder, as `hub apply` takes it.')
        .argument('<folder>')
        .option('--kinds <list>', 'these kinds only: connection,integration')
        .option('--overwrite', 'replace the files of an earlier export, and remove those of what is gone')
        .action(async (folder: string) => {
          const { exportTo } = await import('./apply/export.ts');
          finish(await exportTo(context, folder, command.optsWithGlobals()));
        }),
  },
  {
    words: ['integrations', 'execute'],
    add: (command, context, finish) => {
      const facts = commands.find(({ operation }) => operation === 'executeIntegration');
      if (facts === undefined) return;
      // How long the call waits is of no use beside `--wait`, which waits to the end.
      const members = facts.body?.members.filter(({ name }) => name !== 'wait') ?? [];
      const own: CommandFacts = { ...facts, body: { ...facts.body, members } };
      describeOperation(command, own)
        .option('--wait', 'wait for the end of the run, and show its progress, warnings and errors')
        .option('--timeout <time>', timeoutText);
      command.action(async () => {
        const typed = readTyped(command, own);
        const { wait, timeout } = command.opts<{ wait?: boolean; timeout?: string }>();
        const { executeAndWait } = await import('./runs/execute.ts');
        const { runOperation } = await import('./run-operation.ts');
        finish(
          wait === true || timeout !== undefined
            ? await executeAndWait(context, own, { ...typed, timeout })
            : await runOperation(context, own, typed),
        );
      });
    },
  },
  {
    words: ['integrations', 'preview'],
    add: (command, context, finish) => {
      const facts = commands.find(({ operation }) => operation === 'previewIntegration');
      if (facts === undefined) return;
      describeOperation(command, facts).action(async () => {
        const { preview } = await import('./preview.ts');
        finish(await preview(context, facts, readTyped(command, facts)));
      });
    },
  },
  {
    words: ['runs', 'rehearse'],
    add: (command, context, finish) => {
      const facts = commands.find(({ operation }) => operation === 'rehearseRun');
      if (facts === undefined) return;
      describeOperation(command, facts).action(async () => {
        const { rehearse } = await import('./runs/rehearse.ts');
        finish(await rehearse(context, facts, readTyped(command, facts)));
      });
    },
  },
  {
    words: ['call'],
    add: (command, context, finish) => {
      describeOperation(command, callFacts).description('Read or write records through a connection, once.');
      const [, , operation] = command.registeredArguments;
      if (operation !== undefined) operation.required = false;
      command.action(async () => {
        const typed = readTyped(command, callFacts);
        const args = splitCalled(typed.args);
        const { runOperation } = await import('./run-operation.ts');
        finish(await runOperation(context, findCalled(args[2]), { ...typed, args }));
      });
    },
  },
  {
    words: ['runs', 'tail'],
    add: (command, context, finish) =>
      command
        .description('Show the log of a run as it comes, or all runs as they come and go.')
        .argument('[id]', 'a run; without it, all runs')
        .option('--after <id>', 'of the log of a run: only what follows this entry')
        .addOption(new Option('--level <text>', 'of the log of a run: this level only').choices(logLevels))
        .option('--timeout <time>', timeoutText)
        .action(async (id: string | undefined) => {
          const { tailRuns } = await import('./runs/tail.ts');
          finish(await tailRuns(context, id, command.optsWithGlobals()));
        }),
  },
  {
    words: ['runs', 'logs'],
    add: (command, context, finish) => {
      const table = commands.find(({ operation }) => operation === 'listRunLogs');
      if (table === undefined) return;
      const after = { name: 'after', type: 'text', text: 'Only what follows this entry, by its id.' } as const;
      const facts: CommandFacts = { ...table, query: [...(table.query ?? []), after] };
      describeOperation(command, facts)
        .option('--follow', 'show what comes, too, to the end of the run')
        .option('--timeout <time>', timeoutText);
      command.action(async () => {
        const typed = readTyped(command, facts);
        const { tailRuns } = await import('./runs/tail.ts');
        const { runOperation } = await import('./run-operation.ts');
        const isFollowing = command.opts()['follow'] === true;
        finish(
          isFollowing
            ? await tailRuns(context, typed.args[0], command.optsWithGlobals())
            : await runOperation(context, facts, typed),
        );
      });
    },
  },
  {
    words: ['completion'],
    add: (command, context, finish) =>
      command
        .description('Print what a shell needs to complete commands.')
        .argument('<shell>', 'bash, zsh or fish')
        .addHelpText('after', '\nbash: source <(hub completion bash)\nfish: hub completion fish | source')
        .action(async (shell: string) => {
          const { printCompletion } = await import('./completion.ts');
          finish(printCompletion(context, shell));
        }),
  },
  {
    words: ['audit-events', 'verify'],
    add: (command, context, finish) =>
      command
        .description('Verify the audit log to its end.')
        .option('--after <place>', 'SEQUENCE:HASH of a checkpoint that was kept: only what follows it')
        .action(async () => {
          const { verifyAudit } = await import('./audit.ts');
          finish(await verifyAudit(context, command.optsWithGlobals()));
        }),
  },
  {
    words: ['audit-events', 'export'],
    add: (command, context, finish) =>
      command
        .description(
          'Print the sealed events of the audit log, a line of JSON each; `npm run verify-audit` proves them.',
        )
        .option('--after-sequence <number>', 'only events with a higher number')
        .action(async () => {
          const { exportAudit } = await import('./audit.ts');
          finish(await exportAudit(context, command.optsWithGlobals()));
        }),
  },
  {
    words: ['doctor'],
    add: (command, context, finish) =>
      command
        .description('Look at what is behind the API, and say what is wrong and what helps.')
        .option('--reference <url>', 'address of the outside to ask for the way out and the time')
        .action(async () => {
          const { runDoctor } = await import('./doctor.ts');
          finish(await runDoctor(context, command.optsWithGlobals()));
        }),
  },
];
