import type { JsonObject } from '../../../core/json.ts';
import { readCalled } from '../../calls/read-called.ts';
import { readBatched } from '../batches/read-batches.ts';
import type { ItemReader } from '../read-items.ts';
import { readEvents } from './events/read-events.ts';
import type { ResumedItem } from './wait-statements.ts';

/** What came of waits whose answer is kept elsewhere than with them, by the ids of their items. */
export async function readAnswers(
  reader: ItemReader,
  resumed: readonly ResumedItem[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const found = await Promise.all([
    readCalled(reader, resumed),
    readBatched(reader, resumed),
    readEvents(reader, resumed),
  ]);
  return new Map(found.flatMap((answers) => [...answers]));
}
