import { json } from 'node:stream/consumers';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { z } from 'zod';

/**
 * A process that replays histories: `node test/histories/replay-process.ts BUNDLE < HISTORIES`, these as a JSON array. It
 * prints how each ended, also as an array, in the last line: `replayed`, or the name of the error.
 *
 * Not a part of the tests' own process: a replay that fails leaves hooks into all promises behind.
 */
const [codePath = ''] = process.argv.slice(2);

const historyShape = z.looseObject({
  events: z.array(
    z.looseObject({
      workflowExecutionStartedEventAttributes: z
        .looseObject({ input: z.looseObject({ payloads: z.array(z.looseObject({ data: z.string() })) }) })
        .optional(),
    }),
  ),
});

/** The workflow id is the run's id, which is in the input. */
async function replay(history: z.infer<typeof historyShape>): Promise<string> {
  const payload = history.events[0]?.workflowExecutionStartedEventAttributes?.input.payloads[0]?.data ?? '';
  const input = z.object({ runId: z.string() }).parse(JSON.parse(Buffer.from(payload, 'base64').toString()));
  const options = { workflowBundle: { codePath }, replayName: 'committed history' };
  return Worker.runReplayHistory(options, history, input.runId).then(
    () => 'replayed',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );
}

Runtime.install({ logger: new DefaultLogger('ERROR') });
const ends: string[] = [];
for (const history of z.array(historyShape).parse(await json(process.stdin))) ends.push(await replay(history));
process.stdout.write(`\n${JSON.stringify(ends)}`);
