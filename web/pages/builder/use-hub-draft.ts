import { useEffect, useRef, useState } from 'react';
import { HubApiError } from '../../../client/hub-api-error.ts';
import type { IntegrationDraft } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { isObject, isSame, type JsonObject, toJson } from '../../model/json.ts';

/** Unsaved work as the hub keeps it for a person: what another browser of theirs goes on with. */
export interface HubDraft {
  definition: JsonObject;
  base: JsonObject;
  baseEtag: string;
  /** Of this draft, which a later one names. */
  etag: string;
}

/** What the hub has of the work, as far as this page knows. */
interface Kept {
  etag?: string | undefined;
  definition?: JsonObject | undefined;
  /** What it did not take. Only another change is tried again. */
  refused?: JsonObject;
  /** What was sent last. Without the answer, nobody knows whether the hub has it. */
  sent?: JsonObject | undefined;
}

const settleMs = 1000;

/** Reads what the hub keeps for a person. @returns null where it keeps nothing. */
export async function readHubDraft(id: string, signal?: AbortSignal): Promise<HubDraft | null> {
  const options = signal === undefined ? {} : { signal };
  const drafts = await hub.request('listIntegrationDrafts', {}, options);
  if (!drafts.data.some(({ integration_id: of }) => of === id)) return null;
  const { data, etag = '' } = await hub.request('getIntegrationDraft', { params: { id } }, options);
  return toHubDraft(data, etag);
}

function toHubDraft(draft: IntegrationDraft, etag: string): HubDraft | null {
  const [definition, base] = [toJson(draft.definition), toJson(draft.base)];
  if (!isObject(definition) || !isObject(base)) return null;
  return { definition, base, baseEtag: draft.base_etag, etag };
}

/**
 * Keeps unsaved work on the hub a second after each change, and takes it away when there is none any more.
 *
 * What another browser of the person kept meanwhile is not replaced: it is told as `elsewhere`, to be compared.
 *
 * @param begun What the hub has of the work that this page begins with.
 */
export function useHubDraft({
  id,
  isPerson,
  work: { definition, base, etag },
  isChanged,
  begun,
  other,
}: {
  id: string;
  /** Programs have no unsaved work. */
  isPerson: boolean;
  work: { definition: JsonObject; base: JsonObject; etag: string };
  isChanged: boolean;
  begun: Kept;
  /** What was made in another browser, and is not part of this. */
  other: HubDraft | undefined;
}) {
  const [kept, setKept] = useState(begun);
  const [elsewhere, setElsewhere] = useState(other);
  const isBusy = useRef(false);
  const isDue = isChanged
    ? !isSame(kept.definition, definition) && !isSame(kept.refused, definition)
    : kept.etag !== undefined;
  useEffect(() => {
    if (!isPerson || elsewhere !== undefined || !isDue) return undefined;
    const carryOut = async (): Promise<void> => {
      if (isBusy.current) return;
      isBusy.current = true;
      try {
        if (isChanged) {
          setKept({ ...kept, sent: definition });
          setKept(await put(id, { definition, base, etag }, kept.etag));
        } else {
          setKept({});
          await drop(id, kept.etag);
        }
      } catch (error) {
        const found = isOvertaken(error) ? await readHubDraft(id).catch(() => null) : null;
        if (found !== null && (isSame(found.definition, kept.sent) || isSame(found.definition, definition))) {
          // Not another browser's: the answer to what was sent before was lost.
          setKept({ etag: found.etag, definition: found.definition });
        } else if (found !== null) setElsewhere(found);
        // Gone meanwhile: it is made once more.
        else setKept(isOvertaken(error) ? {} : { ...kept, sent: definition, refused: definition });
      } finally {
        isBusy.current = false;
      }
    };
    const timer = setTimeout(() => void carryOut(), isChanged ? settleMs : 0);
    return () => clearTimeout(timer);
  }, [id, isPerson, elsewhere, isDue, isChanged, definition, base, etag, kept]);
  return {
    elsewhere,
    etag: kept.etag,
    sent: kept.sent,
    isKept: isChanged && kept.etag !== undefined && isSame(kept.definition, definition),
    /** The work goes on from what was made in another browser. */
    join: (found: HubDraft): void => {
      setKept({ etag: found.etag, definition: found.definition });
      setElsewhere(undefined);
    },
  };
}

async function put(id: string, work: { definition: JsonObject; base: JsonObject; etag: string }, before?: string) {
  const { definition, base, etag: baseEtag } = work;
  const body = { definition, base, base_etag: baseEtag };
  const { etag } = await hub.request(
    'saveIntegrationDraft',
    { params: { id }, body },
    before === undefined ? {} : { ifMatch: before },
  );
  if (before === undefined) void queries.invalidateQueries({ queryKey: ['listIntegrationDrafts'] });
  return { etag, definition };
}

/** What another browser made of it meanwhile stays. */
async function drop(id: string, etag: string | undefined): Promise<void> {
  await hub
    .request('discardIntegrationDraft', { params: { id } }, etag === undefined ? {} : { ifMatch: etag })
    .catch(() => undefined);
  void queries.invalidateQueries({ queryKey: ['listIntegrationDrafts'] });
}

function isOvertaken(error: unknown): boolean {
  if (!(error instanceof HubApiError)) return false;
  return error.code === 'precondition_failed' || error.code === 'precondition_required' || error.status === 404;
}
