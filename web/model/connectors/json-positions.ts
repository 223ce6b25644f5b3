/** Where a value stands in a text: from its first character to behind its last. */
interface Position {
  start: number;
  end: number;
  /** Of an object, by its names; of a list, by its indexes. */
  members: ReadonlyMap<string, Position>;
  isList: boolean;
}

/**
 * Finds the line that a path leads to, or the nearest line above it that is there.
 *
 * @param text Valid JSON.
 * @param path As the hub writes it: `objects.people.key[0]`. Names may have dots.
 * @returns the number of the line, from 1, and the text from there to the end of the line.
 */
export function findLine(text: string, path: string): { line: number; start: number; end: number } {
  let place = readValue(text, skipSpace(text, 0));
  let rest = path;
  while (rest !== '') {
    const found = stepInto(place, rest);
    if (found === undefined) break;
    [place, rest] = [found.place, found.rest];
  }
  const start = text.lastIndexOf('\n', place.start - 1) + 1;
  const end = text.indexOf('\n', place.start);
  const line = text.slice(0, place.start).split('\n').length;
  return { line, start, end: end === -1 ? text.length : end };
}

/** Goes to the member whose name the path begins with; of several, to that with the longest name. */
function stepInto({ members, isList }: Position, path: string): { place: Position; rest: string } | undefined {
  const fitting = [...members]
    .map(([name, place]) => ({ place, written: isList ? `[${name}]` : name }))
    .filter(({ written }) => path.startsWith(written) && /^(?:$|[.[])/.test(path.slice(written.length)))
    .toSorted((one, other) => other.written.length - one.written.length);
  const [best] = fitting;
  return best && { place: best.place, rest: path.slice(best.written.length).replace(/^\./, '') };
}

function readValue(text: string, start: number): Position {
  const first = text[start];
  if (first === '{' || first === '[') return readMembers(text, start, first === '[');
  const end =
    first === '"' ? endOfString(text, start) : start + (/^[^,\]}\s]*/.exec(text.slice(start))?.[0].length ?? 0);
  return { start, end, members: new Map(), isList: false };
}

function readMembers(text: string, start: number, isList: boolean): Position {
  const members = new Map<string, Position>();
  let at = skipSpace(text, start + 1);
  while (at < text.length && text[at] !== '}' && text[at] !== ']') {
    const from = at;
    let name = String(members.size);
    if (!isList) {
      const end = endOfString(text, at);
      name = String(JSON.parse(text.slice(at, end)));
      // Behind the colon.
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    const value = readValue(text, at);
    // A member begins at its name.
    members.set(name, { ...value, start: from });
    at = skipSpace(text, value.end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return { start, end: at + 1, members, isList };
}

function skipSpace(text: string, at: number): number {
  let next = at;
  while (/\s/.test(text[next] ?? '')) next += 1;
  return next;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
