import type { JsonObject } from '../../core/json.ts';
import { compileGetter, type Getter } from '../../core/path-readers.ts';
import { parsePath } from '../../core/paths.ts';
import { type Definition, onlyStep } from '../definition.ts';
import type { PreparedPage } from './page.ts';
import type { EmptyFields, MappedField } from '../mapped-field.ts';
import type { Plan } from '../plan.ts';
import type { SegmentPorts } from '../segment/segment.ts';
import { findStage } from './stage.ts';

/** The fields that depend on records: constants always have their value. */
export function compileFields(rules: NonNullable<Definition['mapping']>): MappedField[] {
  return rules.flatMap((rule) => {
    const parsed = rule.value === undefined ? parsePath(rule.to) : undefined;
    return parsed?.ok === true ? [{ path: parsed.path.text, read: compileGetter(parsed.path) }] : [];
  });
}

/** Fewer items say little of the fields of a step. */
const itemsMin = 3;

/**
 * Watches, over the pages of a segment, which fields never have a value: a path that is mistyped gives none, and nothing
 * fails. Only of readings of everything: of a few changes, most say nothing.
 */
export class FieldWatch {
  readonly #begins: boolean;
  readonly #step: string | undefined;
  #empty: readonly MappedField[];
  #reported = false;

  /** @param watermark Up to where earlier readings came; `null` for not at all. */
  constructor(plan: Plan, { source }: Pick<SegmentPorts, 'source'>, watermark: unknown) {
    const readsAll = plan.reading === 'all' || findStage(plan, 'aggregate') !== undefined || plan.removal !== undefined;
    this.#begins = typeof plan.reading !== 'object' && (readsAll || source.begin === undefined || watermark === null);
    this.#step = plan.step === onlyStep ? undefined : plan.step;
    this.#empty = plan.fields ?? [];
  }

  /** @returns what is to be written down with the page; `undefined` where that is known. */
  look({ candidates, next }: PreparedPage): EmptyFields | undefined {
    if (candidates.length === 0 || (this.#reported && this.#empty.length === 0)) return undefined;
    const empty = this.#empty.filter(({ read }) => candidates.every(({ body }) => isEmpty(read, body)));
    const paths = empty.map(({ path }) => path);
    // Items come to a step time and again in a run, each time with a watch of its own: what others found is not known here.
    if (this.#step !== undefined) {
      return this.#empty.length === 0 ? undefined : { paths, begins: candidates.length >= itemsMin, step: this.#step };
    }
    const isNews = !this.#reported || empty.length < this.#empty.length;
    const isOver = next === undefined && !this.#reported && empty.length === 0;
    this.#empty = empty;
    this.#reported = true;
    // A run of one page without an empty field has nothing to remember.
    return isNews && !isOver ? { paths, begins: this.#begins } : undefined;
  }
}

function isEmpty(read: Getter, body: JsonObject): boolean {
  const value = read(body);
  return value === undefined || value === null || value === '';
}
