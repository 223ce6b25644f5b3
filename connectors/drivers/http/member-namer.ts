import type { Effect } from '../../../core/records.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { hasNames, type IdsByName, readIdsByName, toIds } from '../../kit/http/member-names.ts';
import type { MemberNames } from '../../kit/http/operations.ts';
import type { HttpContext } from './context.ts';
import { createPagesSource } from './sources/pages-source.ts';

/** Puts ids in the place of the names that records are given with. The list of names is read once, where it is needed. */
export class MemberNamer {
  readonly #context: HttpContext;
  readonly #names: MemberNames;
  #ids: Promise<IdsByName> | undefined;

  constructor(context: HttpContext, names: MemberNames) {
    this.#context = context;
    this.#names = names;
  }

  /** @throws {ConnectorError} when the list of names cannot be read. */
  async toIds(effects: readonly Effect[], signal: AbortSignal): Promise<readonly Effect[]> {
    const { at, idPrefix } = this.#names;
    if (!effects.some(({ body }) => hasNames(body, at, idPrefix))) return effects;
    this.#ids ??= this.#read(signal);
    const ids = await this.#ids.catch((error: unknown) => {
      this.#ids = undefined;
      throw error;
    });
    return effects.map((effect) => ({ ...effect, body: toIds(effect.body, at, ids) }));
  }

  async #read(signal: AbortSignal): Promise<IdsByName> {
    const { from } = this.#names;
    const source = createPagesSource(this.#context, from);
    const records: JsonObject[] = [];
    for (let cursor: Json | undefined = null; cursor !== undefined;) {
      const page = await source.readPage(cursor, signal);
      records.push(...page.records);
      cursor = page.next;
    }
    return readIdsByName(records, this.#names);
  }
}
