/** Seeded randomness: the same seed gives the same world, on every machine. */
export class Rng {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number, label = '') {
    this.#a = mix(seed >>> 0);
    this.#b = mix(Math.floor(seed / 2 ** 32) ^ this.#a);
    this.#c = mix(hashText(label) ^ this.#b);
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** Small fast counting generator (sfc32). @returns a number in [0, 1) */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  }

  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.int(0, list.length - 1)];
    if (item === undefined) throw new Error('Nothing to pick from.');
    return item;
  }

  /** Mostly small numbers, now and then one up to `max`. */
  longTail(max: number): number {
    return Math.floor(max * this.next() ** 6);
  }
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16) ^ 0x9e3779b9) >>> 0;
}

function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
