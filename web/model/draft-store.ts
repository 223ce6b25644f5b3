import { isObject, isSame, type JsonObject, parseJson } from './json.ts';

/** Unsaved work on an integration, as this browser keeps it. Definitions hold no credentials. */
export interface KeptDraft {
  definition: JsonObject;
  /** What the work began from: the other end of every comparison. */
  base: JsonObject;
  /** Version of the base, which a save names so that nobody's work is overwritten unseen. */
  etag: string;
  /** When it was changed last. */
  at: string;
  /** ETag of what the hub keeps of it, where it does. */
  hubEtag?: string;
  /** The hub has no less than this browser. */
  isOnHub?: boolean;
  /** What was sent to the hub last: the answer may be lost with the page. */
  sent?: JsonObject;
  /** A text of the whole that cannot be read, so that the definition has nothing of it. Only this browser has it. */
  unread?: string;
}

interface Shelf {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const draftsMax = 20;

/** The drafts of one person in this browser: whoever signs in next sees none of them. */
export function openDrafts(shelf: Shelf & { length: number; key(index: number): string | null }, personId: string) {
  const prefix = `hub-draft ${personId} `;
  const keyOf = (id: string): string => prefix + id;
  const listKeys = (): string[] =>
    Array.from({ length: shelf.length }, (_, index) => shelf.key(index) ?? '').filter((key) => key.startsWith(prefix));
  const read = (key: string): KeptDraft | undefined => toDraft(shelf.getItem(key));
  return {
    read: (id: string): KeptDraft | undefined => read(keyOf(id)),
    /** @returns whether it could be kept: storage may be full, or turned off. */
    keep: (id: string, draft: KeptDraft): boolean => {
      try {
        const text = JSON.stringify(draft);
        const others = listKeys().filter((key) => key !== keyOf(id));
        if (others.length >= draftsMax) {
          const [oldest] = others.toSorted((a, b) => (read(a)?.at ?? '').localeCompare(read(b)?.at ?? ''));
          if (oldest !== undefined) shelf.removeItem(oldest);
        }
        shelf.setItem(keyOf(id), text);
        return true;
      } catch {
        return false;
      }
    },
    drop: (id: string): void => shelf.removeItem(keyOf(id)),
  };
}

export type Drafts = ReturnType<typeof openDrafts>;

/**
 * Says with what the work goes on: what this browser keeps, or what the hub does, which another browser of the person may have
 * changed since. Where both went on, this browser's counts until they were compared.
 */
export function chooseDraft(
  here: KeptDraft | undefined,
  onHub: { etag: string; definition: JsonObject } | null | undefined,
): 'here' | 'hub' | 'both' | 'none' {
  const hubEtag = onHub?.etag;
  if (here === undefined) return hubEtag === undefined ? 'none' : 'hub';
  if (hubEtag === here.hubEtag || (onHub && isSame(onHub.definition, here.sent))) return 'here';
  // Saved or discarded elsewhere, or more was done there: nothing of this browser is lost by that.
  if (here.isOnHub === true) return hubEtag === undefined ? 'none' : 'hub';
  return hubEtag === undefined ? 'here' : 'both';
}

/** What another version of the page wrote, or somebody by hand, counts as nothing. */
function toDraft(text: string | null): KeptDraft | undefined {
  if (text === null) return undefined;
  try {
    const kept = parseJson(text);
    if (!isObject(kept)) return undefined;
    const { definition, base, etag, at, hubEtag, isOnHub, sent, unread } = kept;
    if (!isObject(definition) || !isObject(base) || typeof etag !== 'string' || typeof at !== 'string')
      return undefined;
    return {
      definition,
      base,
      etag,
      at,
      ...(typeof hubEtag === 'string' ? { hubEtag } : {}),
      ...(typeof isOnHub === 'boolean' ? { isOnHub } : {}),
      ...(isObject(sent) ? { sent } : {}),
      ...(typeof unread === 'string' ? { unread } : {}),
    };
  } catch {
    return undefined;
  }
}
