/** A power of two, twice as many as are told apart. */
const slots = 1 << 18;

/** The process's: names are counted in one go, one text after the other. */
const table = new Int32Array(slots);

/** Chosen at random by each process, so that no input can be made of colliding names. */
const seed = Math.trunc(Math.random() * 0x7fff_ffff);

const prime = 0x0100_0193;

/** Counts the different names of members in a text. */
export class NameCounter {
  /** Exact up to 131,072 but for rare pairs that look the same; beyond that, every name counts. */
  different = 0;
  /** How often a name was a number: objects keep members of such names in another way. */
  numerals = 0;

  constructor() {
    table.fill(0);
  }

  /** The name is between two places of a text. */
  add(text: string, start: number, end: number): void {
    if (isDigit(text.charCodeAt(start))) this.numerals += 1;
    let hash = seed;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
    // Zero is what empty slots hold.
    hash = (hash ^ (hash >>> 15)) | 1;
    let slot = (hash >>> 1) & (slots - 1);
    const isFull = this.different >= slots / 2;
    while (!isFull && table[slot] !== 0) {
      if (table[slot] === hash) return;
      slot = (slot + 1) & (slots - 1);
    }
    if (!isFull) table[slot] = hash;
    this.different += 1;
  }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
