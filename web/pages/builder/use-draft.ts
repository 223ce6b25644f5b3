import {
  type Dispatch,
  type SetStateAction,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { HubApiError } from '../../../client/hub-api-error.ts';
import type { Integration } from '../../../client/operations.data.ts';
import { hub, isSignedOut, queries } from '../../hub.ts';
import { listChanges } from '../../parts/change-integration.ts';
import { sayRefused } from '../../parts/toasts.tsx';
import { chooseDraft, type Drafts, openDrafts } from '../../model/draft-store.ts';
import { isObject, isSame, type JsonObject, type JsonValue, toJson } from '../../model/json.ts';
import { type Path, setAt } from './model/paths.ts';
import type { Schemas } from './model/schema.ts';
import { inputSchema, listProperties } from './model/schema.ts';
import {
  beginWork,
  follow,
  goOn,
  rebase,
  stepBack,
  stepForward,
  takeSaved,
  type Version,
  type Work,
} from './model/work.ts';
import { type HubDraft, useHubDraft } from './use-hub-draft.ts';

/** The definition as somebody wrote it. */
export interface Written {
  text: string;
  /** The forms have what it says. */
  isRead: boolean;
}

export type Draft = ReturnType<typeof useDraft>;

/** Unsaved work on an integration. It is kept in this browser and on the hub from the first change until it is saved or discarded. */
export function useDraft({
  integration,
  etag,
  schemas,
  personId,
  hubDraft,
}: {
  integration: Integration;
  etag: string;
  schemas: Schemas;
  personId: string;
  /** What the hub keeps for the person; absent for programs, for which it keeps nothing. */
  hubDraft: HubDraft | null | undefined;
}) {
  const { id } = integration;
  const drafts = useMemo(() => openDrafts(localStorage, personId), [personId]);
  const [begun] = useState(() => begin(drafts.read(id), toEditable(integration, schemas), etag, hubDraft));
  const [work, setWork] = useState<Work>(begun.work);
  const { definition, base, past, future } = work;
  const isChanged = !isSame(definition, base);
  const [written, write] = useState(begun.written);
  const unread = written?.isRead === false ? written.text : undefined;
  const isUnread = unread !== undefined;
  const newest = useMemo(() => ({ definition: toEditable(integration, schemas), etag }), [integration, schemas, etag]);
  const followed = isUnread ? work : follow(work, newest);
  if (followed !== work) setWork(followed);
  const onHub = useHubDraft({
    id,
    isPerson: hubDraft !== undefined,
    work,
    isChanged,
    begun: begun.kept,
    other: begun.other,
  });
  const { etag: hubEtag, isKept: isOnHub, sent } = onHub;
  const isKeptHere = useShelf(
    drafts,
    id,
    isChanged || isUnread ? { ...work, hubEtag, isOnHub: isOnHub && !isUnread, sent, unread } : undefined,
  );
  const replace = useCallback(
    (next: JsonObject) => setWork((now) => (isSame(next, now.definition) ? now : goOn(now, next))),
    [],
  );
  const change = useCallback(
    (path: Path, value: JsonValue | undefined) => setWork((now) => goOn(now, setAt(now.definition, path, value))),
    [],
  );
  return {
    definition,
    base,
    etag: work.etag,
    isChanged,
    isOnHub,
    written,
    write,
    /** A text was written that the forms do not have: this browser keeps it, but it cannot be saved. */
    isUnread,
    /** What is not saved would be gone with the page. */
    isAtRisk: !isKeptHere && (isUnread || (isChanged && !isOnHub)),
    /** What another browser of the person made of it meanwhile. */
    elsewhere: onHub.elsewhere,
    /** Goes on with what was made of both. */
    join: (found: HubDraft, merged: JsonObject) => {
      onHub.join(found);
      const isTheirs = isSame(merged, found.definition);
      setWork((now) => ({ ...goOn(now, merged), ...(isTheirs && { base: found.base, etag: found.baseEtag }) }));
    },
    change,
    replace,
    undo: past.length === 0 ? undefined : () => setWork(stepBack),
    redo: future.length === 0 ? undefined : () => setWork(stepForward),
    discard: () => {
      write(undefined);
      setWork((now) => (isSame(now.definition, now.base) ? now : goOn(now, now.base)));
    },
    /** Goes on from what another one saved, with what was made of both. */
    rebase: (theirs: Version, merged: JsonObject) => setWork((now) => rebase(now, theirs, merged, etag)),
    ...openSaving({ integration, etag, schemas, work, setWork }),
  };
}

function openSaving({
  integration,
  etag,
  schemas,
  work,
  setWork,
}: {
  integration: Integration;
  etag: string;
  schemas: Schemas;
  work: Work;
  setWork: Dispatch<SetStateAction<Work>>;
}) {
  const { id } = integration;
  const { definition, base } = work;
  return {
    /** @throws {HubApiError} as the hub refuses it; `precondition_failed` where somebody else saved meanwhile. */
    save: async (): Promise<Integration> => {
      const body = await listChanges(integration, base, definition);
      const answer = await hub.request('replaceIntegrationMembers', { params: { id }, body }, { ifMatch: work.etag });
      const saved = toEditable(answer.data, schemas);
      setWork((now) => takeSaved(now, definition, { definition: saved, etag: answer.etag ?? now.etag }, etag));
      await queries.invalidateQueries();
      return answer.data;
    },
    readTheirs: async (): Promise<Version> => {
      const found = await hub.request('getIntegration', { params: { id } });
      return { definition: toEditable(found.data, schemas), etag: found.etag ?? '' };
    },
  };
}

/** Keeps in this browser what is not saved, and says once where it cannot. @returns whether it can. */
function useShelf(
  drafts: Drafts,
  id: string,
  unsaved:
    | (Pick<Work, 'definition' | 'base' | 'etag'> &
        Pick<ReturnType<typeof useHubDraft>, 'sent'> & {
          hubEtag: string | undefined;
          isOnHub: boolean;
          unread: string | undefined;
        })
    | undefined,
): boolean {
  const [isKept, setKept] = useState(true);
  const warned = useRef(false);
  const { definition, base, etag, hubEtag, isOnHub, sent, unread } = unsaved ?? {};
  const note = useEffectEvent((isKeptNow: boolean) => {
    setKept(isKeptNow);
    if (isKeptNow || warned.current) return;
    warned.current = true;
    sayRefused(new Error('This browser cannot keep unsaved work: its storage is full or off. Save before you leave.'));
  });
  useEffect(() => {
    if (definition === undefined || base === undefined || etag === undefined) {
      drafts.drop(id);
      return;
    }
    const own = { definition, base, etag, at: new Date().toISOString(), isOnHub: isOnHub === true };
    const ofHub = { ...(hubEtag !== undefined && { hubEtag }), ...(sent !== undefined && { sent }) };
    const isKeptNow = drafts.keep(id, { ...own, ...ofHub, ...(unread !== undefined && { unread }) });
    // Of what is outside: not a part of this rendering.
    queueMicrotask(() => note(isKeptNow));
  }, [drafts, id, definition, base, etag, hubEtag, isOnHub, sent, unread]);
  return isKept;
}

/** Whether somebody else saved first. */
export function isConflict(error: unknown): boolean {
  return error instanceof HubApiError && error.code === 'precondition_failed';
}

/** A session that ended meanwhile: the sign-in takes the place of the page, and the draft waits in the browser. */
export function followSignOut(error: unknown): void {
  if (isSignedOut(error)) void queries.invalidateQueries({ queryKey: ['getMe'] });
}

/** With what the work begins, and what the hub has of it. */
interface Beginning {
  work: Work;
  /** A text that could not be read when the page was left. */
  written: Written | undefined;
  kept: { etag?: string; definition?: JsonObject };
  /** Kept on the hub by another browser while this one went on with its own. */
  other?: HubDraft;
}

function begin(
  here: ReturnType<ReturnType<typeof openDrafts>['read']>,
  stored: JsonObject,
  etag: string,
  onHub: HubDraft | null | undefined,
): Beginning {
  const choice = onHub === undefined ? undefined : chooseDraft(here, onHub);
  if (onHub && choice === 'hub') {
    const { definition, base, baseEtag } = onHub;
    return { work: beginWork(definition, base, baseEtag), written: undefined, kept: { etag: onHub.etag, definition } };
  }
  // A draft whose base is still the newest begins from it; any other one from what it began from, so that a save tells.
  const work =
    here === undefined || choice === 'none'
      ? beginWork(stored, stored, etag)
      : beginWork(here.definition, here.base, here.etag);
  const written = here?.unread === undefined || choice === 'none' ? undefined : { text: here.unread, isRead: false };
  if (!onHub) return { work, written, kept: {} };
  const isShown = choice === 'both' && !isSame(onHub.definition, work.definition);
  const kept = { etag: onHub.etag, definition: onHub.definition };
  return { work, written, kept, ...(isShown ? { other: onHub } : {}) };
}

/** What can be set of an integration: the members that the API takes, also those that are newer than this page. */
export function toEditable(integration: Integration, schemas: Schemas): JsonObject {
  const known = new Set(listProperties(inputSchema(schemas, 'Integration')).map(([name]) => name));
  const whole = toJson(integration);
  return isObject(whole) ? Object.fromEntries(Object.entries(whole).filter(([name]) => known.has(name))) : {};
}
