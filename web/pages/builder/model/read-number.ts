/** The number that a text writes. What is none stays the text; of an empty one nothing is left. */
export function readNumber(text: string): number | string | undefined {
  if (text.trim() === '') return undefined;
  return Number.isFinite(Number(text)) ? Number(text) : text;
}
