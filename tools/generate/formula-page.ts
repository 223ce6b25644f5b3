import {
  describeOverload,
  type Example,
  type FunctionEntry,
  functionFamilies,
  macroEntries,
} from '../../formula/index.ts';
import type { Output } from './output.ts';

const note = '<!-- Written by tools/generate.ts from formula/. -->';

const introduction = `
A formula computes one value for a record: \`{ "to": "title", "formula": "title(job.title ?? 'Employee')" }\` in a mapping, or
\`"filter": "department != 'Contractors'"\` for the records to keep. The syntax is that of
[CEL](https://github.com/google/cel-spec/blob/master/doc/langdef.md); the fields of the record are its variables.

- **Paths** lead to a field, a member or a position: \`address.home.city\`, \`emails[0].value\`. Write a name that is not an
  identifier in backticks: \`\` address.\`zip code\` \`\`.
- **Missing values** propagate: a path that does not exist gives null, and so does an operator or a function with a missing
  operand. \`a ?? b\` gives b if a has no value. \`&&\`, \`||\` and \`!\` use three-valued logic, as in SQL, and a condition that is
  null counts as not true.
- **Numbers** have one type: \`5 / 2\` is 2.5, and \`div(5, 2)\` is 2. Integers are exact up to 2^53; beyond that, arithmetic fails
  instead of rounding. \`decimal('0.10')\` computes exactly, for money.
- **Text** is written in single or double quotes. Regular expressions are those of
  [RE2](https://github.com/google/re2/wiki/Syntax).
- **Operators**, by precedence: \`-x !x\`, \`* / %\`, \`+ -\`, \`??\`, \`< <= > >= == != in\`, \`&&\`, \`||\`, \`a ? b : c\`.
- **Functions** are called as \`f(x, y)\` or \`x.f(y)\`.
- **Dates and times** that name no zone are those of the \`timezone\` of the [integration](integrations.md#time-zone), UTC unless it has
  one. Functions with a \`zone\` take another one.
- Timestamps, durations and decimals become text in the result of a formula.
- **Differences from CEL**: there are no unsigned numbers, bytes, types as values, enumerations or messages; member names are text;
  \`x.f(y)\` and \`f(x, y)\` are the same for every function; texts are ordered by their UTF-16 code units.

To try a formula, \`POST /v1/formulas/evaluate\` returns its value and type for a record, or the position of its error;
\`GET /v1/formulas/functions\` returns the tables below as data.

Formulas are checked when an integration is saved, against the known fields of the source. A record for which a formula fails becomes
a failed record; the run continues. Every evaluation is limited in steps and sizes.
`;

/** The reference of the formula language, made of the table that also checks and compiles it. */
export function renderFormulaPage(): Output {
  const families = functionFamilies.flatMap(({ name, functions }) => [`## ${name}`, renderFunctions(functions)]);
  const macros = macroEntries.map((entry) => renderRow([entry.form], entry.description, entry.examples));
  const parts = [note, '# Formulas', introduction.trim(), '## Macros', renderTable(macros), ...families, ''];
  return { path: 'docs/formulas.md', text: parts.join('\n\n') };
}

function renderFunctions(functions: readonly FunctionEntry[]): string {
  return renderTable(
    functions.map(({ name, overloads, description, examples }) => {
      const forms = overloads.map((overload) => describeOverload(name, overload));
      return renderRow(forms, description, examples);
    }),
  );
}

function renderTable(rows: readonly string[]): string {
  return ['| written | meaning | examples |', '| --- | --- | --- |', ...rows].join('\n');
}

function renderRow(forms: readonly string[], description: string, examples: readonly Example[]): string {
  const shown = examples.map(({ formula, result }) => `${formula} → ${JSON.stringify(result)}`);
  return `| ${forms.map(renderCode).join('<br>')} | ${description.replaceAll('|', '\\|')} | ${shown.map(renderCode).join('<br>')} |`;
}

/** Code within a cell of a table: a bar would end the cell, a backtick the code. */
function renderCode(code: string): string {
  const fence = code.includes('`') ? '``' : '`';
  return `${fence}${code.replaceAll('|', '\\|')}${fence}`;
}
