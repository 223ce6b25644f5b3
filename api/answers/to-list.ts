import { z } from 'zod';
import type { IdKind } from '../../core/ids.ts';
import type { Page, PageMeta } from '../../core/pagination.ts';
import { idOf } from '../../services/shared/schemas.ts';

/** A page as the answer of a list route. */
export function toList<Item>({ items, meta }: Page<Item>): { data: Item[]; meta: PageMeta } {
  return { data: items, meta };
}

/** What is left of a deleted resource. */
export function deletedRecord(kind: IdKind) {
  return z.object({ id: idOf(kind), deleted: z.literal(true) });
}
