import type { JsonObject } from '../../core/json.ts';
import { compileGuardQuestion } from '../../engine/approvals/guard-question.ts';
import { compilePaths } from '../../engine/compile/compile-paths.ts';
import type { CompiledKey } from '../../engine/compile/compile-key.ts';
import { addFindings, type Findings } from '../../engine/compile/findings.ts';
import { schemaOfInput } from '../../engine/compile/input-schema.ts';
import type { Review } from '../../engine/compile/review.ts';
import { findWhere, type SourcedDefinition } from '../../engine/compile.ts';
import { changesByDefault, type Definition } from '../../engine/definition.ts';
import { hashRecord } from '../../engine/hash.ts';
import type { RunEnvironment } from '../../engine/run-environment.ts';
import { compileEnrichStage } from '../../engine/stages/enrich.ts';
import type { SearchedObject } from '../../engine/stages/enrichment.ts';
import { compileFilterStage } from '../../engine/stages/filter.ts';
import { compileValidation } from '../../engine/stages/validate.ts';
import { canonicalJson } from '../../core/json.ts';
import { messages } from '../../core/messages.ts';
import { parsePath } from '../../core/paths.ts';
import { typeOfRecord } from '../../formula/json-schema-type.ts';
import { checkCondition, type ReadTypes } from '../../transforms/schema/check-types.ts';
import { findField } from '../../transforms/schema/find-field.ts';
import { readFieldType } from '../../transforms/schema/read-field-type.ts';
import type { FlowSource, ItemGuard } from '../flow.ts';
import type { RecordTypes } from './names.ts';

/** What is known of a flow's source. */
export interface SourceInput {
  definition: Definition;
  /** Schema that the connector declares, where it does. */
  schema: JsonObject | undefined;
  searched: readonly SearchedObject[];
  review: Pick<Review, 'source'> | undefined;
}

export interface CompiledSource {
  record: RecordTypes;
  /** Gives what the source of a run is, apart from where it is. */
  sourceFor(
    definition: SourcedDefinition,
    environment: RunEnvironment,
  ): Pick<FlowSource, 'where' | 'stages' | 'digest' | 'changes' | 'start' | 'guard'>;
}

/** Compiles what becomes of records before the first step; what is wrong with it is added to the findings. */
export function compileSource(
  { definition, schema: declared, searched, review }: SourceInput,
  key: Pick<CompiledKey, 'paths'> | undefined,
  findings: Findings,
): CompiledSource {
  const known = review?.source;
  const certain = known?.from === 'catalog' ? known.schema : declared;
  const recordType = typeOfRecord(certain);
  const { source } = definition;
  const filter = source && compileFilterStage(source, recordType, findings);
  const validation = compileValidation({ source }, findings.problems);
  const taken = key?.paths ?? source?.key ?? [];
  // Items refer to nothing that other items of the run write: each step is settled before the next.
  const enriched = compileEnrichStage({ enrich: definition.enrich }, { recordType, taken }, searched, findings);
  const record: RecordTypes = {
    certain: readFieldType(schemaOfInput(definition, certain, searched)),
    review: review && {
      field: readFieldType(schemaOfInput(definition, known?.schema, searched)),
      from: known?.from,
    },
  };
  if (known !== undefined)
    reviewSource(definition, { ...known, record: readFieldType(known.schema) }, record, findings);
  const digest = compileDigest(source?.watch, findings);
  const place = { at: 'source.guard', problems: findings.problems };
  const question = compileGuardQuestion(source?.guard?.approval, messages.guardAsksItems, place);
  return {
    record,
    sourceFor: (sourced, environment) => ({
      where: findWhere(sourced),
      stages: [filter?.(environment), ...validation.source, enriched.stage].filter((stage) => stage !== undefined),
      digest,
      changes: new Set(sourced.source.changes ?? changesByDefault),
      start: sourced.source.start ?? 'process',
      guard: { ...toGuard(sourced.source), question },
    }),
  };
}

function toGuard({ guard = {} }: SourcedDefinition['source']): Omit<ItemGuard, 'question'> {
  return {
    deletes: { max: guard.max_deletes, percentMax: guard.max_deletes_percent },
    itemsMax: guard.max_items,
    changesPercentMax: guard.max_changes_percent,
  };
}

/** Compares filter and watched fields with what is known of the source. */
function reviewSource(
  { source }: Definition,
  known: Pick<ReadTypes, 'record' | 'from'>,
  { review }: RecordTypes,
  findings: Findings,
): void {
  const reads = { ...known, recordType: undefined };
  if (source?.filter !== undefined) addFindings(findings, checkCondition(source.filter, 'source.filter', reads));
  const watched = review?.field;
  for (const [index, text] of (source?.watch ?? []).entries()) {
    const parsed = parsePath(text);
    const found = parsed.ok && watched !== undefined ? findField(watched, parsed.path) : undefined;
    if (found === undefined || found.ok) continue;
    const { ok: _, ...problem } = found;
    const list = known.from === 'sample' ? findings.warnings : findings.problems;
    list.push({ path: `source.watch[${index}]`, ...problem });
  }
}

/** Compiles what tells whether a change of a record makes an item. */
function compileDigest(watch: readonly string[] | undefined, { problems }: Findings): FlowSource['digest'] {
  if (watch === undefined) return (record) => hashRecord({ of: canonicalJson(record) });
  const { getters } = compilePaths(watch, 'source.watch', problems);
  return (record) => hashRecord({ of: canonicalJson(getters.map((get) => get(record) ?? null)) });
}
