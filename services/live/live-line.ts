import { z } from 'zod';
import { toId } from '../../core/ids.ts';

/** A line of a live stream: that something changed, never what. */
export const liveLine = z
  .strictObject({
    type: z.enum(['ready', 'changed', 'beat']).meta({
      description:
        '`ready`: from now on changes are reported; read again what you show. `changed`: something is not what it was. `beat`: nothing happened for 15 seconds.',
    }),
    topic: z
      .enum(['runs', 'approvals', 'connections'])
      .optional()
      .meta({ description: 'Of a change: what it is about.' }),
    id: z
      .string()
      .optional()
      .meta({ description: 'Of a change: the run or the connection; of approvals, the run that waits for them.' }),
  })
  .meta({ id: 'LiveLine' });

export type LiveLine = z.infer<typeof liveLine>;

/** A change as the triggers of the tables report it. */
export interface LiveChange {
  orgId: string;
  /** Of the integration or the connection; absent where it has none. */
  accountId: string | undefined;
  line: LiveLine;
}

const kinds = { runs: 'run', approvals: 'run', connections: 'connection' } as const;

/** @param payload `ORGANIZATION ACCOUNT TOPIC ID`, UUIDs; `-` for no account. */
export function readLiveChange(payload: string): LiveChange | undefined {
  const [orgId = '', account = '', topic = '', uuid = ''] = payload.split(' ');
  if (!isTopic(topic)) return undefined;
  return {
    orgId,
    accountId: account === '-' ? undefined : account,
    line: { type: 'changed', topic, id: toId(kinds[topic], uuid) },
  };
}

/** A newer version of the hub may report what this one does not know. */
function isTopic(text: string): text is keyof typeof kinds {
  return Object.hasOwn(kinds, text);
}
