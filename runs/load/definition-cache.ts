import { type CompleteDefinition, isComplete } from '../../engine/compile.ts';
import { definitionSchema, type FlowDefinition, isFlow } from '../../flow/index.ts';
import { RunUnusableError } from '../../core/runs/run-unusable-error.ts';
import { toPathText } from '../../core/field-errors.ts';
import { messages } from '../../core/messages.ts';

/** A definition that names everything a run needs: of one mapping, or of a flow. */
export type RunnableDefinition = CompleteDefinition | FlowDefinition;

const cacheMax = 500;

/** Parsed definitions of recently run revisions. A revision never changes. */
export class DefinitionCache {
  readonly #definitions = new Map<string, RunnableDefinition>();

  /**
   * @returns `undefined` when something that a run needs is missing.
   * @throws {RunUnusableError} when it is of a version before, and this one does not take it any more.
   */
  parse(integrationId: string, revision: number, stored: unknown): RunnableDefinition | undefined {
    const key = `${integrationId}|${revision}`;
    const known = this.#definitions.get(key);
    if (known !== undefined) return known;
    const { data: definition, error } = definitionSchema.safeParse(stored);
    if (definition === undefined) {
      const [first] = error.issues;
      throw new RunUnusableError(
        messages.runDefinitionInvalid({ path: toPathText(first?.path ?? []), reason: first?.message ?? '' }),
      );
    }
    if (!isFlow(definition) && !isComplete(definition)) return undefined;
    const [oldest] = this.#definitions.keys();
    if (this.#definitions.size >= cacheMax && oldest !== undefined) this.#definitions.delete(oldest);
    this.#definitions.set(key, definition);
    return definition;
  }
}
