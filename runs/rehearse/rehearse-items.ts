import { answerBytesMax, itemBytesMax } from '../../core/connection-requests.ts';
import type { ItemStatus } from '../../core/enums.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { messages } from '../../core/messages.ts';
import type { Rehearsed, RehearsedStep } from '../../core/runs/rehearsals.ts';
import { RunUnusableError } from '../../core/runs/run-unusable-error.ts';
import { type Scrub, scrubJson } from '../../core/telemetry/scrub.ts';
import { withTenant } from '../../drizzle/index.ts';
import type { Definition, Flow, ItemContext } from '../../flow/index.ts';
import { listAllSteps } from '../../flow/list-steps.ts';
import { type PreviewedItem, previewItem } from '../../flow/preview-item.ts';
import { toError, toPreviewedItem } from '../../services/integrations/preview/previewed-record.ts';
import { readStates } from '../../services/integrations/read-states.ts';
import type { ActivityDeps } from '../deps.ts';
import { createItemMask, mayHaveMoved } from '../explain/mask-item.ts';
import { itemColumns, type StoredItem } from '../items/item-rows.ts';
import { selectKnown } from '../items/known-statements.ts';
import { readSteps, toRootContext } from '../items/read-items.ts';
import { openSealed } from '../items/sealed/open-sealed.ts';
import type { RunAddress } from '../load/load-run.ts';
import { type Comparison, compareItems, nameStep, type PastItem } from './compare-items.ts';
import type { RehearsedRun, Tried } from './definitions.ts';

type Deps = Pick<ActivityDeps, 'database' | 'opener'>;

/** What is rehearsed, and with what. */
export interface Rehearsing {
  address: RunAddress;
  run: RehearsedRun;
  now: Tried;
  /** The revision of the run; absent where it cannot be compiled any more. */
  past: Tried | undefined;
  /** Blanks credentials out; absent where those of a connection cannot be opened: then nothing tells what is one of them. */
  scrub: Scrub | undefined;
  /** UUIDs of items or of failed records. */
  ids: readonly string[];
  values: 'shown' | 'shapes';
}

type PastRow = StoredItem & { status: ItemStatus };

/** A definition with steps, ready for items. */
interface Played {
  definition: Definition;
  flow: Flow;
  environment: Tried['environment'];
  states: JsonObject;
  items: ReadonlyMap<string, PastRow>;
}

/**
 * Takes items through the steps of a definition from the first one on, with the record, the record before and the change that
 * they were made of.
 *
 * @throws {RunUnusableError} where the definition has no steps.
 */
export async function rehearseItems(deps: Deps, work: Rehearsing): Promise<Rehearsed[]> {
  const [now, past] = await Promise.all([play(deps, work, work.now), work.past && play(deps, work, work.past)]);
  if (now === undefined) throw new RunUnusableError(messages.rehearsalOfSteps);
  const bytesMax = Math.min(itemBytesMax, Math.floor(answerBytesMax / Math.max(1, work.ids.length)));
  const rehearsed: Rehearsed[] = [];
  for (const id of work.ids) {
    const item = now.items.get(id);
    if (item !== undefined) rehearsed.push(await rehearseItem(deps, work, { item, now, past, bytesMax }));
  }
  return rehearsed;
}

async function play({ database }: Deps, { address, ids }: Rehearsing, tried: Tried): Promise<Played | undefined> {
  const { definition, environment } = tried;
  if (tried.flow === undefined) return undefined;
  const flow = tried.flow.flowFor(environment);
  const { orgId, integrationId } = address;
  return withTenant(database, orgId, async (tx) => {
    const known = selectKnown(tx, { orgId, integrationId, stream: flow.source.stream }, flow.known);
    const [rows, { states }] = await Promise.all([
      tx.sql<PastRow[]>`
        select ${itemColumns(tx.sql, known)}, i.status, null as target_id, null as target_fingerprint
        from items as i
        where i.org_id = ${orgId} and i.integration_id = ${integrationId} and i.id = any(${[...ids]}::uuid[])`,
      readStates(tx, orgId, flow.states),
    ]);
    return { definition, flow, environment, states, items: new Map(rows.map((row) => [row.id, row])) };
  });
}

interface Subject {
  item: PastRow;
  now: Played;
  past: Played | undefined;
  /** Most that is shown of the item, as JSON. */
  bytesMax: number;
}

async function rehearseItem(
  { opener }: Deps,
  work: Rehearsing,
  { item, now, past, bytesMax }: Subject,
): Promise<Rehearsed> {
  const reader = { opener, address: work.address };
  const read = await readSteps(reader, item);
  const before = item.before === null ? null : await openSealed(reader, item.before);
  const given = { first: read.first, before };
  const outputs = pickPassed(read.steps, item);
  const isSameInput = isOf(work.run.definition, now.definition);
  const previewed = preview(work, item, now, given, isSameInput(outputs));
  const replayed = past && preview(work, item, past, given, outputs);
  const compared = compareItems(previewed, replayed, toPast(item), (step) => isOfItem(now.flow, step));
  const missed = item.status === 'failed' ? findMissed(now.flow, item, outputs, { previewed, replayed }) : undefined;
  return show(work, { item, now, given, bytesMax, previewed, compared, missed, isCompared: replayed !== undefined });
}

/** The first step before the one that failed that would give something else than the item has of it: a retry keeps that. */
function findMissed(
  { steps }: Flow,
  { step: failedAt }: PastRow,
  outputs: JsonObject,
  { previewed, replayed }: { previewed: PreviewedItem; replayed: PreviewedItem | undefined },
): string | undefined {
  const end = steps.get(failedAt ?? '')?.order;
  const tell = (output: Json | undefined): string => canonicalJson(output ?? null);
  return previewed.steps.find(({ step: id, output, elements }) => {
    const step = steps.get(id);
    const isBefore = step !== undefined && end !== undefined && step.order < end && step.within === undefined;
    if (!isBefore || elements !== undefined || output === undefined) return false;
    if (tell(output) === tell(outputs[id])) return false;
    // What time alone changes is not of the definition.
    const then = replayed?.steps.find((one) => one.step === id && one.elements === undefined);
    return then === undefined || tell(then.output) !== tell(output);
  })?.step;
}

interface Input {
  /** The record that the item was made of. */
  first: Json;
  before: Json;
}

function preview(
  { address, run }: Rehearsing,
  item: PastRow,
  { flow, environment, states }: Played,
  { first, before }: Input,
  recorded: JsonObject,
): PreviewedItem {
  const root = toRootContext({ address, run, states, flow }, item, { first, before, steps: {}, error: undefined });
  const callbacks = Object.fromEntries(flow.callbacks.map((step) => [step, `<address of ${step}>`]));
  const context: ItemContext = flow.callbacks.length === 0 ? root : { ...root, callbacks };
  return previewItem(flow, context, environment, {}, recorded);
}

/** What steps gave that an item came through well. */
function pickPassed(outputs: JsonObject, { steps }: PastRow): JsonObject {
  const passed = new Set(steps.filter(({ outcome }) => outcome === 'passed').map(({ step }) => step));
  return Object.fromEntries(Object.entries(outputs).filter(([step]) => passed.has(step)));
}

/**
 * What steps gave that still ask, write to or wait for the same: what another system said to something else says nothing of
 * them.
 */
function isOf(past: Definition, present: Definition): (outputs: JsonObject) => JsonObject {
  const describe = (definition: Definition): Map<string, string> =>
    new Map([...listAllSteps(definition)].map(({ step }) => [step.id, identify(step)]));
  const [was, is] = [describe(past), describe(present)];
  return (outputs) =>
    Object.fromEntries(Object.entries(outputs).filter(([step]) => was.has(step) && was.get(step) === is.get(step)));
}

type Step = NonNullable<Definition['steps']>[number];

function identify({ action, wait, call, sync, batch }: Step): string {
  if (action === undefined) return canonicalJson([wait, call, sync, batch]);
  if (action.operation === 'find' || action.operation === 'list') return canonicalJson(action);
  return canonicalJson([action.connection_id, action.object, action.operation]);
}

function isOfItem({ steps }: Flow, id: string): boolean {
  const step = steps.get(id);
  return step !== undefined && step.within === undefined;
}

function toPast({ status, step: at, steps }: PastRow): PastItem {
  const outcomes = new Map<string, 'passed' | 'skipped' | 'failed' | 'interrupted'>();
  for (const { step, outcome } of steps) {
    const isKnown = outcome === 'passed' || outcome === 'skipped' || outcome === 'failed' || outcome === 'interrupted';
    if (/^[A-Za-z]/.test(step) && isKnown) outcomes.set(step, outcome);
  }
  if (status === 'failed' && at !== null) outcomes.set(at, 'failed');
  return { status, outcomes };
}

interface Shown {
  item: PastRow;
  now: Played;
  given: Input;
  bytesMax: number;
  previewed: PreviewedItem;
  compared: Comparison;
  /** A step that a retry does not go through again, though it would give something else. */
  missed: string | undefined;
  isCompared: boolean;
}

type ItemMask = ReturnType<typeof createItemMask>;

/** What leaves the worker: sensitive values as their shapes, without credentials, and no more than is shown at once. */
function show(
  { now: tried, run, past, scrub }: Rehearsing,
  { item, now, given, bytesMax, previewed, compared, missed, isCompared }: Shown,
): Rehearsed {
  const connectors = new Map(
    [...(past?.connections ?? []), ...tried.connections].map((one) => [one.id, one.connector]),
  );
  const isMoved = mayHaveMoved(run.definition, connectors);
  const prime = (mask: ItemMask): ItemMask => {
    // What is masked of the input tells what steps may have copied.
    for (const value of [given.first, given.before]) {
      if (value !== null && isMoved) mask.hide(value);
      else if (value !== null) mask.record(value);
    }
    return mask;
  };
  const mask = prime(createItemMask(now.definition, connectors));
  const pastMask = prime(createItemMask(run.definition, connectors));
  const blank = (value: Json): Json => (scrub === undefined ? mask.hide(value) : scrubJson(value, scrub));
  const blankText = (text: string): string => (scrub === undefined ? '' : scrub(text));
  const showWrites = (of: ItemMask, step: string, writes: JsonObject): JsonObject => {
    const masked = of.output(step, { record: writes });
    const written = isJsonObject(masked) ? masked['record'] : undefined;
    const blanked = blank(written ?? null);
    return isJsonObject(blanked) ? blanked : {};
  };
  const showStep = ({ output, writes, asks, lists, waits, error, ...rest }: RehearsedStep): RehearsedStep => {
    const wrote = compared.wrote.get(nameStep(rest));
    const showFree = (value: Json): Json => blank(mask.element(value));
    return {
      ...rest,
      ...(output === undefined ? {} : { output: blank(mask.output(rest.step, output)) }),
      ...(writes === undefined ? {} : { writes: showWrites(mask, rest.step, asObject(writes)) }),
      ...(wrote === undefined ? {} : { wrote: showWrites(pastMask, rest.step, wrote) }),
      ...(asks === undefined ? {} : { asks: { ...asks, by: asks.by === null ? null : asText(showFree(asks.by)) } }),
      ...(lists === undefined
        ? {}
        : {
            lists: {
              ...lists,
              where: lists.where === null ? null : asObject(showFree(asObject(lists.where))),
              ...(lists.options === undefined ? {} : { options: asObject(showFree(asObject(lists.options))) }),
            },
          }),
      ...(waits === undefined
        ? {}
        : {
            waits: {
              ...waits,
              ...(waits.message === undefined ? {} : { message: asText(showFree(waits.message)) }),
              ...(waits.input === undefined ? {} : { input: asObject(showFree(asObject(waits.input))) }),
            },
          }),
      ...(error === undefined ? {} : { error: { ...error, message: blankText(error.message) } }),
    };
  };
  const { steps, truncated } = take((toPreviewedItem(undefined, previewed).steps ?? []).map(showStep), bytesMax);
  const { problem, outcome } = previewed;
  const error = problem && toError(problem);
  return {
    id: item.id,
    outcome,
    ...(error === undefined ? {} : { errors: [{ ...error, message: blankText(error.message) }] }),
    steps,
    differences: compared.differences,
    compared: isCompared,
    ...(compared.isSameAsFailed ? { same_as_failed: true as const } : {}),
    ...(missed === undefined ? {} : { retry_misses: missed }),
    masked: mask.isMasked(),
    truncated,
  };
}

/** Steps as far as they fit: without their values first, and then none. */
function take(shown: readonly RehearsedStep[], bytesMax: number): { steps: RehearsedStep[]; truncated: boolean } {
  const steps: RehearsedStep[] = [];
  let [bytes, truncated] = [0, false];
  for (const step of shown) {
    const { output: _output, writes: _writes, wrote: _wrote, ...short } = step;
    const size = Buffer.byteLength(JSON.stringify(step));
    const fits = bytes + size <= bytesMax;
    truncated ||= !fits;
    bytes += fits ? size : Buffer.byteLength(JSON.stringify(short));
    if (bytes <= bytesMax) steps.push(fits ? step : short);
  }
  return { steps, truncated };
}

function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
