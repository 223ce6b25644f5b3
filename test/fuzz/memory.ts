import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';

/**
 * What the answers of the API have told: ids by the name they stand under, and whole records by their collection.
 *
 * A driver that follows it reaches what random ids never would.
 */
export interface Memory {
  /** Takes in an answer's `data` for a path template of the document. */
  learn(path: string, data: Json): void;
  /** Texts that stood under a name: `connection_id`, `service_type`. */
  valuesFor(name: string | undefined): readonly string[];
  /** Ids that fill the last parameter of a template: those of the collection before it. */
  idsFor(template: string, parameter: string): readonly string[];
  /** How many members the record of an id has: complete ones lead further than drafts. */
  richness(id: string): number;
  /** Records of the collection that a path belongs to. */
  recordsOf(path: string): readonly JsonObject[];
  /** Names of members anywhere. */
  names(): readonly string[];
  /** Values of members anywhere. */
  anything(): readonly Json[];
  /** Every id that was seen, for the check that no other organization sees it. */
  ids(): ReadonlySet<string>;
}

const idPattern = /^[a-z]{2,6}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
/** The newest are kept: old ones may be gone. */
const keptMax = 40;

export function createMemory(isForgotten: (id: string) => boolean = () => false): Memory {
  const values = new Map<string, string[]>();
  const ids = new Map<string, string[]>();
  const records = new Map<string, JsonObject[]>();
  const anything: Json[] = ['x'];
  const seen = new Set<string>();
  const richness = new Map<string, number>();

  const visit = (value: Json, name: string): void => {
    if (typeof value === 'string' && value.length < 200) {
      if (idPattern.test(value)) seen.add(value);
      if (!isForgotten(value)) keep(values, name, value);
    }
    // Some numbers name things, too: a revision.
    if (typeof value === 'number') keep(values, name, String(value));
    if (typeof value !== 'object' || value === null) return keepIn(anything, value);
    for (const [key, member] of Object.entries(value)) visit(member, Array.isArray(value) ? name : key);
  };

  /** What is deleted leads nowhere any more, neither by itself nor in what refers to it. */
  const forget = (id: string): void => {
    for (const list of [...values.values(), ...ids.values()]) if (list.includes(id)) list.splice(list.indexOf(id), 1);
    for (const [name, list] of records) {
      const left = list.filter((record) => !JSON.stringify(record).includes(id));
      records.set(name, left);
    }
  };

  return {
    learn: (path, data) => {
      if (isJsonObject(data) && data['deleted'] === true && typeof data['id'] === 'string') return forget(data['id']);
      visit(data, '');
      const collection = collectionOf(path);
      for (const item of Array.isArray(data) ? data : [data]) {
        if (!isJsonObject(item)) continue;
        const { id } = item;
        if (typeof id === 'string' && isForgotten(id)) continue;
        if (typeof id === 'string') richness.set(id, Object.keys(item).length);
        if (typeof id === 'string' && 'created_at' in item) keep(ids, prefixOf(id), id);
        if (typeof id === 'string') for (const name of [collection, nestedIn(collection)]) keep(ids, name, id);
        keep(records, collection, item);
      }
    },
    valuesFor: (name = '') => values.get(name) ?? [],
    idsFor: (template, parameter) => {
      const collection = template.slice(0, template.indexOf(`/{${parameter}}`));
      const own = ids.get(collection) ?? [];
      // What was created elsewhere (a run by `execute`) is known by the prefix that the collection's ids have.
      const alike = own.flatMap((id) => ids.get(prefixOf(id)) ?? []).slice(-keptMax);
      return own.length > 0 || parameter === 'id' ? [...own, ...alike] : (values.get(parameter) ?? []);
    },
    richness: (id) => richness.get(id) ?? 0,
    recordsOf: (path) => records.get(collectionOf(path)) ?? [],
    names: () => ['id', 'x', ...values.keys()],
    anything: () => anything,
    ids: () => seen,
  };
}

/** `/integrations/{id}` → `/integrations`; what an action such as `…/execute` answers is kept under its own path. */
function collectionOf(path: string): string {
  return path.replace(/\/\{\w+\}$/, '');
}

/** `/runs/{id}/items` → `/items`, where such a list gives ids of resources with a path of their own. */
function nestedIn(collection: string): string {
  return collection.replace(/^.*\}(?=\/)/, '');
}

function prefixOf(id: string): string {
  return id.replace(/_[^_]*$/, '_');
}

function keep<Value>(lists: Map<string, Value[]>, name: string, value: Value): void {
  const list = lists.get(name) ?? [];
  if (!list.includes(value)) keepIn(list, value);
  lists.set(name, list);
}

function keepIn<Value>(list: Value[], value: Value): void {
  list.push(value);
  if (list.length > keptMax) list.shift();
}
