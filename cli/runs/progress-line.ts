import type { Run } from '../../client/index.ts';
import type { CliContext } from '../context.ts';
import { showControls, styleFor } from '../output/style.ts';

/** A line that is written anew while something is under way. */
export interface ProgressLine {
  show(text: string): void;
  /** Leaves the cursor on a line of its own. */
  clear(): void;
}

/** On a terminal one line that changes; elsewhere a line each time that the text begins otherwise. */
export function openProgressLine({ stderr }: Pick<CliContext, 'stderr'>): ProgressLine {
  let shown = '';
  if (stderr.isTTY !== true) {
    return {
      show: (text) => {
        const [beginning = ''] = text.split(' · ');
        if (beginning !== shown) stderr.write(`${text}\n`);
        shown = beginning;
      },
      clear: () => undefined,
    };
  }
  return {
    show: (text) => {
      // Cut to the width: a line that wraps cannot be written over.
      const fitting = text.slice(0, Math.max(20, (stderr.columns ?? 80) - 1));
      if (fitting !== shown) stderr.write(`\r\u001b[2K${fitting}`);
      shown = fitting;
    },
    clear: () => void (shown === '' || stderr.write('\r\u001b[2K')),
  };
}

/** `running · 1,404 read · 1,200 created · 2 deleted · 199 unchanged · 3 failed` */
export function describeRun(run: Run): string {
  const { status, counters, withheld, unresolved_references: unresolved, empty_fields: empty, error } = run;
  const shown = ['read', 'created', 'updated', 'deleted', 'unchanged', 'filtered', 'failed', 'deduplicated'] as const;
  const counts = shown.flatMap((name) =>
    name === 'read' || counters[name] > 0 ? [`${counters[name].toLocaleString('en')} ${name}`] : [],
  );
  const kept = withheld === undefined ? [] : [`${withheld.records.toLocaleString('en')} removals withheld`];
  const findings = [
    ...(unresolved === undefined ? [] : [`${unresolved.toLocaleString('en')} unresolved references`]),
    ...(empty === undefined ? [] : [showControls(`no value for ${empty.join(', ')}`)]),
  ];
  const rest = run.goes_on_at === undefined ? [] : [`goes on by ${run.goes_on_at}`];
  const reason = error === undefined ? [] : [showControls(`${error.code}: ${error.message}`)];
  return [status, ...counts, ...rest, ...kept, ...findings, ...reason].join(' · ');
}

/** The last word on a run, in the colour of its end. */
export function styleRun(context: CliContext, run: Run): string {
  const style = styleFor(context, context.stderr);
  const isGood = run.status === 'succeeded' || run.status === 'skipped';
  return style(isGood ? 'green' : 'red', `${isGood ? '✓' : '✗'} ${run.id} ${describeRun(run)}`);
}
