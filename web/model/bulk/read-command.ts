/** What the palette can do with an integration that it finds by name. */
export const verbs = ['run', 'pause', 'resume', 'activate', 'edit'] as const;

export type Verb = (typeof verbs)[number];

/** Reads what was written into the palette: an act and what to do it with, or only what to look for. */
export function readCommand(text: string): { verb: Verb | undefined; rest: string } {
  const trimmed = text.trimStart();
  const [, word = '', rest = ''] = /^(\p{L}+)\s+(.*)$/su.exec(trimmed) ?? [];
  const verb = verbs.find((one) => one === word.toLowerCase());
  if (verb !== undefined) return { verb, rest: rest.trim() };
  // Pages are opened by their names alone as well.
  return { verb: undefined, rest: trimmed.replace(/^(?:open|go to)\s+/i, '').trim() };
}
