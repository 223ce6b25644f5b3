/** A map whose values are worked out when they are read: of a thousand steps before one, its formulas read a few. */
export class DerivedMap<Value> implements ReadonlyMap<string, Value> {
  readonly #keys: ReadonlySet<string>;
  readonly #derive: (key: string) => Value;

  constructor(keys: ReadonlySet<string>, derive: (key: string) => Value) {
    this.#keys = keys;
    this.#derive = derive;
  }

  get size(): number {
    return this.#keys.size;
  }

  get(key: string): Value | undefined {
    return this.#keys.has(key) ? this.#derive(key) : undefined;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  keys(): SetIterator<string> {
    return this.#keys.keys();
  }

  *values(): Generator<Value, undefined> {
    for (const key of this.#keys) yield this.#derive(key);
  }

  *entries(): Generator<[string, Value], undefined> {
    for (const key of this.#keys) yield [key, this.#derive(key)];
  }

  [Symbol.iterator](): Generator<[string, Value], undefined> {
    return this.entries();
  }

  forEach(visit: (value: Value, key: string, map: ReadonlyMap<string, Value>) => void): void {
    for (const key of this.#keys) visit(this.#derive(key), key, this);
  }
}
