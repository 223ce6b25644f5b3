const lengthMax = 300;

/** Shortens a system's message for errors. */
export function shorten(text: string): string {
  return text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text;
}
