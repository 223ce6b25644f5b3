import { listSensitive } from '../../connectors/drivers/shared/discover/declared.ts';
import type { Connector } from '../../connectors/kit/connector.ts';
import { canonicalJson, isJsonObject, type Json } from '../../core/json.ts';
import { maskValues } from '../../core/mask-values.ts';
import { toUuid } from '../../core/ids.ts';
import type { Definition } from '../../flow/definition.ts';
import { listAllSteps } from '../../flow/list-steps.ts';
import { createMask } from '../mask-sensitive.ts';

/** The connectors of a flow's connections, by the UUIDs of these: those that are there still. */
export type Connectors = ReadonlyMap<string, Connector | undefined>;

/** What masks need of a definition: of one with a mapping, its target stands for a step. */
export type MaskedDefinition = Pick<
  Definition,
  'source' | 'script' | 'aggregate' | 'enrich' | 'steps' | 'on_error' | 'finally'
>;

/** Shorter texts stand in too many places to tell that one was copied from where it is shown. */
const copiedMin = 4;

/**
 * Makes what masks the values of one item. Records of systems lose what their connectors mark, or what names speak of.
 *
 * Formulas may copy such a field anywhere, and make others of it. So as soon as one was masked, what steps computed is shown only
 * where it is a text that is shown in a record already. The record, and those above of a child, are to be masked first.
 */
export function createItemMask(definition: MaskedDefinition | undefined, connectors: Connectors) {
  const steps = new Map(
    definition === undefined ? [] : [...listAllSteps(definition)].map(({ step }) => [step.id, step]),
  );
  const shown = new Set<string>();
  const hidden = new Set<string>();
  let isMasked = false;

  /** @param isRead What is not masked comes from a system, and is shown. */
  const note = (value: Json, masked: Json, isRead: boolean): Json => {
    if (canonicalJson(value) === canonicalJson(masked)) {
      if (isRead) addTexts(shown, value);
      return masked;
    }
    isMasked = true;
    if (isJsonObject(value) && isJsonObject(masked))
      for (const [name, member] of Object.entries(value)) note(member, masked[name] ?? null, isRead);
    else if (Array.isArray(value) && Array.isArray(masked))
      for (const [index, one] of value.entries()) note(one, masked[index] ?? null, isRead);
    else addTexts(hidden, value);
    return masked;
  };
  const hide = (value: Json): Json => note(value, maskValues(value), false);

  const showEnd = (
    value: Json,
    { connection_id: id, object }: { connection_id: string; object: string },
    isRead = true,
  ): Json => {
    if (!isJsonObject(value)) return value === null ? null : showComputed(value);
    const uuid = toUuid('connection', id) ?? '';
    return connectors.has(uuid) ? note(value, createMask(connectors.get(uuid), object)(value), isRead) : hide(value);
  };

  const showComputed = (value: Json): Json => {
    if (!isMasked || value === null) return value;
    if (Array.isArray(value)) return value.map(showComputed);
    if (isJsonObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, showComputed(member)]));
    const isCopy = typeof value === 'string' && value.length >= copiedMin && shown.has(value) && !hidden.has(value);
    return isCopy ? value : maskValues(value);
  };
  /** What no connector tells anything of is masked by its names. */
  const showFree = (value: Json): Json => {
    if (!isJsonObject(value)) return isMasked ? showComputed(value) : value;
    const named = createMask(undefined, '')(value);
    if (canonicalJson(named) !== canonicalJson(value)) note(value, named, false);
    return showComputed(named);
  };

  return {
    record: (record: Json): Json => {
      if (definition === undefined || !isJsonObject(record) || mayHaveMoved(definition, connectors))
        return hide(record);
      const { source, enrich = [] } = definition;
      if (source === undefined) return showFree(record);
      const added = new Map(enrich.map((end) => [end.as, end]));
      const own = Object.fromEntries(Object.entries(record).filter(([name]) => !added.has(name)));
      const masked = showEnd(own, source);
      const members = Object.entries(record).map(([name, value]): [string, Json] => {
        const end = added.get(name);
        if (end !== undefined) return [name, showEnd(value, end)];
        return [name, isJsonObject(masked) ? (masked[name] ?? null) : null];
      });
      return Object.fromEntries(members);
    },
    element: showFree,
    output: (step: string, output: Json): Json => {
      const made = steps.get(step);
      if (made === undefined) return hide(output);
      const { action } = made;
      if (action === undefined || !isJsonObject(output)) return showFree(output);
      const { records } = output;
      if (action.operation === 'list' && Array.isArray(records))
        return { ...output, records: records.map((one) => showEnd(one, action)) };
      const { record = null, ...rest } = output;
      // A look-up gives what the system has, an action what was made of the item.
      const isFound = action.operation === 'find';
      const masked = showEnd(record, action, isFound);
      return { ...rest, record: isFound || !isMasked ? masked : showComputed(masked) };
    },
    /** Whether anything was masked so far. */
    isMasked: () => isMasked,
    hide,
  };
}

/** Whether a stage before the flow may have put a sensitive field of the source anywhere. */
export function mayHaveMoved({ source, script, aggregate }: MaskedDefinition, connectors: Connectors): boolean {
  if (source === undefined) return false;
  if (script === undefined && aggregate === undefined && source.flatten === undefined) return false;
  const connector = connectors.get(toUuid('connection', source.connection_id) ?? '');
  return (connector === undefined ? undefined : listSensitive(connector, source.object))?.length !== 0;
}

function addTexts(texts: Set<string>, value: Json): void {
  if (typeof value === 'string') texts.add(value);
  else if (Array.isArray(value)) for (const one of value) addTexts(texts, one);
  else if (isJsonObject(value)) for (const one of Object.values(value)) addTexts(texts, one);
}
