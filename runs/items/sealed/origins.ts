import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { messages } from '../../../core/messages.ts';
import { createMap, type MapStage } from '../../../engine/stages/map.ts';
import { type ActionStep, type Flow, type ItemContext, mapItem, undoName } from '../../../flow/index.ts';
import type { RecordProblem } from '../../../transforms/problem.ts';
import { stepMark } from '../item-statements.ts';

/**
 * Where the ids in outputs and in `known` come from: the fingerprint of what was written to. It goes with the object that has the
 * id, through every context that carries it, and no formula reads it.
 */
const origins = new WeakMap<object, string>();

/** Sealed values are objects: an output may be anything, and is a member of one. So may the element of a child. */
export const outputMember = 'output';

/** Stands beside an output where it is sealed. */
const originMember = 'fingerprint';

/** An output as it is sealed, with where it comes from. */
export function toSealable(output: Json): JsonObject {
  const origin = isJsonObject(output) ? origins.get(output) : undefined;
  return { [outputMember]: output, ...(origin === undefined ? {} : { [originMember]: origin }) };
}

/** The output of a value that was sealed; `undefined` where it has none. */
export function readOutput({ [outputMember]: output, [originMember]: origin }: JsonObject): Json | undefined {
  if (output !== undefined && typeof origin === 'string') noteOrigin(output, origin);
  return output;
}

/** What `known` gives, without what says where it comes from. */
export function readKnown(stored: JsonObject): JsonObject {
  const known: JsonObject = {};
  for (const [step, { id, fingerprint }] of Object.entries(knownRows.parse(stored))) {
    known[step] = { id };
    noteOrigin(known[step], fingerprint);
  }
  return known;
}

const knownRows = z.record(z.string(), z.object({ id: z.string().nullable(), fingerprint: z.string().nullable() }));

/** Notes where the `id` of an object comes from. */
export function noteOrigin(value: Json, fingerprint: string | null): void {
  if (isJsonObject(value) && fingerprint !== null) origins.set(value, fingerprint);
}

/** What undoes what a step created, with its id and where that comes from. */
export function toSealableUndo(
  record: JsonObject,
  { fingerprint, ...created }: { step: string; id: string | null; fingerprint: string | null },
): JsonObject {
  return { record, ...(fingerprint === null ? {} : { ...created, [originMember]: fingerprint }) };
}

/** An id that a step left, and the fingerprint of what it had written to. */
interface Origin {
  step: string;
  /** As formulas begin that read it. */
  name: string;
  id: string;
  fingerprint: string;
}

/**
 * Fails items whose action means an id, or copies one into a field, that was given by a system that its connection does not point to any more: there it names
 * nothing, or another record.
 *
 * Each step is held against its own target as it is now, since one connection may have several addresses. Ids that no step of the
 * connection has left, such as those of a source, pass. So do those within a text, which may be meant for people, and those that
 * were stored before the hub noted where they come from.
 *
 * @param contextOf What the step reads of the item that a record is of.
 * @param systemOf The system that a step of the connection writes to now.
 */
export function refuseForeignIds(
  flow: Pick<Flow, 'steps'>,
  step: ActionStep,
  contextOf: (record: JsonObject) => ItemContext,
  systemOf: (step: ActionStep) => string,
): MapStage {
  const isForeign = ({ step: by, fingerprint }: Origin): boolean => {
    const made = flow.steps.get(by);
    return !isOf(fingerprint, systemOf(made?.kind === 'action' ? made : step));
  };
  const isOfConnection = ({ step: by }: Origin): boolean => {
    const made = flow.steps.get(by);
    return made === undefined || (made.kind === 'action' && made.connectionId === step.connectionId);
  };
  return createMap((record) => {
    if (!step.target.byId && step.idsCopied.length === 0) return { ok: true, value: record };
    const context = contextOf(record);
    const left = listOrigins(context).filter(isOfConnection);
    if (!left.some(isForeign)) return { ok: true, value: record };
    const copied = left.find((origin) => step.idsCopied.includes(origin.name) && isForeign(origin));
    if (copied !== undefined) return refuse(copied);
    if (!step.target.byId) return { ok: true, value: record };
    // Mapped here as well only where a connection was pointed elsewhere.
    const mapped = mapItem(step, context);
    const readId = step.target.about?.readId ?? step.plan.readTargetId;
    const meant = mapped.ok ? readId(mapped.value) : undefined;
    const same = left.filter(({ id }) => id === meant);
    // Another system may give the same id: what the formula names counts, and otherwise what is there now.
    const named = same.filter(({ name }) => step.idFrom.includes(name));
    const foreign = (named.length > 0 ? named : same).find(isForeign);
    const isGood = named.length === 0 && same.some((origin) => !isForeign(origin));
    if (foreign === undefined || isGood) return { ok: true, value: record };
    return refuse(foreign);
  });
}

function refuse({ step }: Origin): { ok: false; problem: RecordProblem } {
  return { ok: false, problem: { code: 'target_changed', message: messages.itemTargetChanged({ step }) } };
}

function listOrigins({ steps, known = {}, [undoName]: undo }: ItemContext): Origin[] {
  const left = [...listNoted('steps', steps), ...listNoted('known', known)];
  if (!isJsonObject(undo)) return left;
  const { id, step, [originMember]: fingerprint } = undo;
  if (typeof step !== 'string' || typeof id !== 'string' || typeof fingerprint !== 'string') return left;
  return [...left, { step, name: `steps.${step}`, id, fingerprint }];
}

function listNoted(root: string, outputs: JsonObject): Origin[] {
  return Object.entries(outputs).flatMap(([step, output]) => {
    const fingerprint = isJsonObject(output) ? origins.get(output) : undefined;
    const id = isJsonObject(output) ? output['id'] : undefined;
    return fingerprint === undefined || typeof id !== 'string'
      ? []
      : [{ step, name: `${root}.${step}`, id, fingerprint }];
  });
}

function isOf(fingerprint: string, system: string): boolean {
  return (
    fingerprint === system || fingerprint.startsWith(`${system} `) || fingerprint.startsWith(`${system}${stepMark}`)
  );
}
