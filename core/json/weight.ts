/** What a text holds, as far as it takes memory. */
export interface Contents {
  /** Bytes of its characters. */
  characters: number;
  /** Lists and objects. */
  containers: number;
  /** Values in them, about. */
  values: number;
  /** Texts, names included. */
  texts: number;
  /** Different names of members. */
  names: number;
  /** Members whose name is a number. */
  numerals: number;
}

/** What a text would become. */
export interface Weight {
  /** Bytes of memory: about, and rather too many. */
  bytes: number;
  /** Different names of members. */
  names: number;
  /** Values, lists and objects among them: about, and never too few. */
  values: number;
}

/** Bytes that V8 of Node 24 takes for each; `weigh-json.test.ts` measures them. */
const cost = { container: 64, value: 16, text: 24, name: 104, numeral: 104 } as const;

export function weightOf({ characters, containers, values, texts, names, numerals }: Contents): Weight {
  const members = names * cost.name + numerals * cost.numeral;
  return {
    bytes: characters + containers * cost.container + values * cost.value + texts * cost.text + members,
    names,
    values: containers + values + 1,
  };
}
