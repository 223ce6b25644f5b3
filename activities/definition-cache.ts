import { type CompleteDefinition, isComplete } from '../engine/compile.ts';
import { definitionSchema } from '../engine/definition.ts';

const cacheMax = 500;

/** Parsed definitions of recently run revisions. A revision never changes. */
export class DefinitionCache {
  readonly #definitions = new Map<string, CompleteDefinition>();

  /** @returns `undefined` when something that a run needs is missing. @throws {z.ZodError} when it breaks its shape. */
  parse(integrationId: string, revision: number, stored: unknown): CompleteDefinition | undefined {
    const key = `${integrationId}|${revision}`;
    const known = this.#definitions.get(key);
    if (known !== undefined) return known;
    const definition = definitionSchema.parse(stored);
    if (!isComplete(definition)) return undefined;
    const [oldest] = this.#definitions.keys();
    if (this.#definitions.size >= cacheMax && oldest !== undefined) this.#definitions.delete(oldest);
    this.#definitions.set(key, definition);
    return definition;
  }
}
