import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { toId } from '../../core/ids.ts';
import { withTenantPipelined } from '../../drizzle/index.ts';
import { type ActionStep, isSplit, type ItemContext, toChildContext, type WaitEnding } from '../../flow/index.ts';
import type { FlowRun } from '../load/load-run.ts';
import { readElements } from './batches/read-batches.ts';
import { runKey } from './closing-statements.ts';
import { collectedStep, selectAncestors } from './child-statements.ts';
import { type CallbackReader, readCallbacks } from './waits/read-callbacks.ts';
import type { StoredItem } from './item-rows.ts';
import { openSealed, type SealedReader } from './sealed/open-sealed.ts';
import { outputMember, readKnown, readOutput } from './sealed/origins.ts';
import type { ResumedItem } from './waits/wait-statements.ts';

/** What opens items, and what they know of the run that carries them. */
export interface ItemReader extends CallbackReader, SealedReader {
  run: Pick<FlowRun, 'startedAtMs' | 'trigger' | 'startedBy'>;
  /** What conditions read of the hub, where items go on. */
  states?: JsonObject | undefined;
}

/**
 * Makes what the steps of items read of what is stored of them, in their order. Children read all that their parents do,
 * which is read once for all of them.
 */
export async function readContexts(reader: ItemReader, items: readonly StoredItem[]): Promise<ItemContext[]> {
  const parentIds = [...new Set(items.flatMap(({ parent_id: id }) => id ?? []))];
  const { database, address } = reader;
  const ancestors =
    parentIds.length === 0
      ? []
      : await withTenantPipelined(database, address.orgId, (tx) => selectAncestors(tx, address, parentIds));
  const lists = await readElements(reader, [...items, ...ancestors]);
  const rows = new Map(ancestors.map((row) => [row.id, row]));
  const addCallbacks = await readCallbacks(reader, [...items, ...ancestors]);
  const known = new Map<string, Promise<ItemContext>>();
  const readOne = async (item: StoredItem): Promise<ItemContext> => {
    const parent = item.parent_id === null ? undefined : rows.get(item.parent_id);
    if (item.parent_id === null) return addCallbacks(item, await readRoot(reader, item, lists.get(item.id)));
    if (parent === undefined) throw new Error('A child has no parent.');
    const above = known.get(parent.id) ?? readOne(parent);
    known.set(parent.id, above);
    return addCallbacks(item, await readChild(reader, item, await above));
  };
  return Promise.all(items.map(readOne));
}

/** @param list Of a batch: what its items added. */
async function readRoot(reader: ItemReader, item: StoredItem, list: Json[] | undefined): Promise<ItemContext> {
  const read = await readSteps(reader, item);
  const step = reader.flow.steps.get(item.parent_step ?? '');
  const named =
    list !== undefined && step?.kind === 'wait' && step.batch !== undefined ? { [step.batch.as]: list } : {};
  const before = item.before === null ? null : await openSealed(reader, item.before);
  return { ...toRootContext(reader, item, { ...read, before }), ...named };
}

/** What the steps of an item read that is no child's. @param read What is stored of it. */
export function toRootContext(
  reader: Pick<ItemReader, 'address' | 'run' | 'states' | 'flow'>,
  item: Pick<StoredItem, 'id' | 'key' | 'seq' | 'change' | 'known'>,
  { first, steps, error, before }: ReadSteps & { before: Json },
): ItemContext {
  const { run } = reader;
  const isOfRun = item.key === runKey && item.seq > 0;
  const { given } = reader.flow;
  const made = isJsonObject(first) && !isOfRun ? first : {};
  return {
    record: given === 'input' ? {} : made,
    ...(given === undefined ? {} : { input: made }),
    before: isJsonObject(before) ? before : null,
    change: item.change,
    steps,
    ...(item.known === null ? {} : { known: readKnown(item.known) }),
    ...reader.states,
    item: { id: toId('item', item.id), seq: item.seq, key: item.key },
    run: isOfRun && isJsonObject(first) ? first : describeRun(reader),
    trigger: toTrigger(run),
    ...(error === undefined ? {} : { error }),
  };
}

/** What the steps of items read of their run. */
export function describeRun({ address, run }: Pick<ItemReader, 'address' | 'run'>): JsonObject {
  return { id: toId('run', address.runId), trigger: run.trigger, started_at: new Date(run.startedAtMs).toISOString() };
}

function toTrigger({ trigger, startedBy }: ItemReader['run']): JsonObject {
  const { runId = null, integrationId = null, outcome = null } = startedBy ?? {};
  return { type: trigger, run_id: runId, integration_id: integrationId, outcome: trigger === 'after' ? outcome : null };
}

async function readChild(reader: ItemReader, item: StoredItem, above: ItemContext): Promise<ItemContext> {
  const { first, steps, error } = await readSteps(reader, item);
  const step = reader.flow.steps.get(item.parent_step ?? '');
  const element = isJsonObject(first) ? (first[outputMember] ?? null) : null;
  // A step that is there no longer gives no names; where the child stands says that it is gone.
  const context = step !== undefined && isSplit(step) ? toChildContext(step, above, element) : above;
  const known = item.known === null ? {} : { known: readKnown(item.known) };
  return { ...context, ...known, steps: { ...context.steps, ...steps }, ...(error === undefined ? {} : { error }) };
}

interface ReadSteps {
  /** The record that the item was made of, or its element. */
  first: Json;
  steps: JsonObject;
  error: JsonObject | undefined;
}

export async function readSteps(reader: SealedReader, item: Pick<StoredItem, 'steps'>): Promise<ReadSteps> {
  const read: ReadSteps = { first: null, steps: {}, error: undefined };
  for (const { step, outcome, sealed } of item.steps) {
    if (sealed === null || step === collectedStep) continue;
    const value = await openSealed(reader, sealed);
    if (step === '') read.first = value;
    if (step === '' || !isJsonObject(value)) continue;
    const output = readOutput(value);
    const isFailed = outcome === 'failed' || outcome === 'interrupted';
    if (isFailed) read.error = { ...toProblem(value), step: value['culprit'] ?? step };
    if (!isFailed || output !== undefined) read.steps[step] = output ?? null;
  }
  return read;
}

function toProblem({ code = null, message = null }: JsonObject): JsonObject {
  return { code, message };
}

/**
 * What became of an item's wait, with what approvers said or another system sent.
 *
 * @param called What became of what the item called; absent where it called nothing.
 */
export async function readEnding(
  reader: Pick<ItemReader, 'opener' | 'address'>,
  {
    wait_status: status,
    answer,
    decisions,
  }: Pick<ResumedItem, 'answer' | 'decisions'> & { wait_status: WaitEnding['status'] },
  called?: JsonObject,
): Promise<WaitEnding> {
  if (called !== undefined) return { status, answer: called };
  const sent = answer === null ? {} : await openSealed(reader, answer);
  if (decisions.length === 0) return { status, answer: isJsonObject(sent) ? sent : {} };
  const forms = await Promise.all(
    decisions.flatMap(({ sealed }) => (sealed === null ? [] : [openSealed(reader, sealed)])),
  );
  const given = forms.filter(isJsonObject);
  const actorsOf = (wanted: string): string[] =>
    decisions.filter(({ decision }) => decision === wanted).map(({ actor }) => actor);
  return {
    status,
    answer: {
      approved_by: actorsOf('approve'),
      rejected_by: actorsOf('reject')[0] ?? null,
      comment: decisions.at(-1)?.comment ?? null,
      // Of several approvers each may give other fields; the last one decides on those that several gave.
      form: given.length === 0 ? null : given.reduce((all, form) => ({ ...all, ...form })),
    },
  };
}

/** What the ledger knows the effect of a step on an item by. */
export function toEffectKey(
  { effectOf }: Pick<ActionStep, 'effectOf'>,
  { key, subject, seq }: Pick<StoredItem, 'key' | 'subject' | 'seq'>,
): string {
  return effectOf === 'item' ? `${subject ?? key}@${seq}` : (subject ?? key);
}
