/** An identifier of a source file. Lines count from 1. */
export interface Identifier {
  name: string;
  line: number;
}

const tokens =
  /(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*)|(?<text>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")|(?<name>[\p{L}_$][\p{L}\p{N}_$]*)|(?<number>\d[\w.]*)|(?<space>\s+)|(?<sign>[^])/gu;
const templatePart = /(?:\\[^]|\$(?!\{)|[^`\\$])*(?<end>`|\$\{)/y;
const pattern = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/\w*/y;
/** After these a slash starts a regular expression, although they look like names. */
const operatorWords = new Set(['return', 'typeof', 'case', 'in', 'of', 'await', 'yield', 'new', 'void', 'delete']);

/** Lists the identifiers of TypeScript code: everything but comments, texts, regular expressions and numbers. */
export function readIdentifiers(source: string): Identifier[] {
  const found: Identifier[] = [];
  /** Open braces; true for those of a `${…}`, after which its template continues. */
  const braces: boolean[] = [];
  let endsValue = false;
  let line = 1;
  let counted = 0;
  tokens.lastIndex = 0;
  const skip = (expression: RegExp, start: number): RegExpExecArray | undefined => {
    expression.lastIndex = start;
    const match = expression.exec(source);
    if (match !== null) tokens.lastIndex = expression.lastIndex;
    return match ?? undefined;
  };
  const skipTemplate = (): void => {
    const isHole = skip(templatePart, tokens.lastIndex)?.groups?.['end'] === '${';
    if (isHole) braces.push(true);
    endsValue = !isHole;
  };
  for (let match = tokens.exec(source); match !== null; match = tokens.exec(source)) {
    const { comment, space, name, sign } = match.groups ?? {};
    if (comment !== undefined || space !== undefined) continue;
    if (name !== undefined) {
      for (; counted < match.index; counted += 1) if (source[counted] === '\n') line += 1;
      found.push({ name, line });
      endsValue = !operatorWords.has(name);
    } else if (sign === '`') skipTemplate();
    else if (sign === '{') {
      braces.push(false);
      endsValue = false;
    } else if (sign === '}') {
      if (braces.pop() === true) skipTemplate();
      else endsValue = false;
    } else if (sign === '/' && !endsValue && skip(pattern, match.index) !== undefined) endsValue = true;
    else endsValue = sign === undefined || sign === ')' || sign === ']';
  }
  return found;
}
