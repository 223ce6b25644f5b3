/** How `hub` ends, for scripts. The table of docs/cli.md is made of it. */
export const exitCodes = {
  done: { code: 0, meaning: 'Done.' },
  refused: { code: 1, meaning: 'The hub refused it, or something went wrong.' },
  usage: { code: 2, meaning: 'The command line, a file or the configuration of the command is not right.' },
  unreachable: { code: 3, meaning: 'The hub did not answer.' },
  denied: { code: 4, meaning: 'The API key is missing or not valid, or lacks a scope.' },
  notFound: { code: 5, meaning: 'There is nothing of that name or id.' },
  conflict: { code: 6, meaning: 'Somebody else changed it in the meantime, or its state does not allow it.' },
  unsuccessful: {
    code: 7,
    meaning: 'It was done and did not end well: a failed run or connection test, a finding of `hub doctor`.',
  },
  incomplete: { code: 8, meaning: 'Some changes of `hub apply` were not made. Applying again goes on from there.' },
  changes: { code: 9, meaning: '`hub apply --dry-run` would change something.' },
  timedOut: { code: 10, meaning: 'The time of `--timeout` passed before the end. A run goes on.' },
  interrupted: { code: 130, meaning: 'Interrupted by Ctrl-C.' },
} as const;

export type Ending = keyof typeof exitCodes;
