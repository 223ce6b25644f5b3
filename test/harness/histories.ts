import { Client, Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { z } from 'zod';

const historyShape = z.object({ events: z.array(z.record(z.string(), z.unknown())) });

/** A workflow's history as JSON: what Temporal keeps of a run, and what replays it. */
export type HistoryJson = z.infer<typeof historyShape>;

export async function readHistory(address: string, workflowId: string): Promise<HistoryJson> {
  const connection = await Connection.connect({ address });
  try {
    const history = await new Client({ connection }).workflow.getHandle(workflowId).fetchHistory();
    return historyShape.parse(JSON.parse(historyToJSON(history)));
  } finally {
    await connection.close();
  }
}

/** What Temporal's UI shows of a workflow beside its history: Markdown that the workflow itself gives. */
export async function readDetails(address: string, workflowId: string): Promise<string> {
  const connection = await Connection.connect({ address });
  try {
    const handle = new Client({ connection }).workflow.getHandle(workflowId);
    const { currentDetails } = metadataShape.parse(await handle.query('__temporal_workflow_metadata'));
    return currentDetails;
  } finally {
    await connection.close();
  }
}

const metadataShape = z.object({ currentDetails: z.string() });

/** Everything that payloads of a history say, decoded to text. */
export function readPayloads(history: HistoryJson): string[] {
  const texts: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('data' in value && 'metadata' in value && typeof value.data === 'string') {
      texts.push(Buffer.from(value.data, 'base64').toString());
    }
    for (const member of Object.values(value)) walk(member);
  };
  walk(history);
  return texts;
}
