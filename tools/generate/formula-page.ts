import {
  describeOverload,
  type Example,
  type FunctionEntry,
  functionFamilies,
  macroEntries,
} from '../../formula/index.ts';
import type { Output } from './outputs.ts';

const note = '<!-- Written by tools/generate.ts from formula/. -->';

const introduction = `
A formula gives one value for a record: \`{ "to": "title", "formula": "title(job.title ?? 'Employee')" }\` in a mapping, or
\`"filter": "department != 'Contractors'"\` for the records to keep. The syntax is that of
[CEL](https://github.com/google/cel-spec/blob/master/doc/langdef.md); the fields of the record are its names.

- **Paths** lead to a field, a member or a position: \`address.home.city\`, \`emails[0].value\`. A name that is no word is
  written in backticks: \`\` address.\`zip code\` \`\`.
- **What is missing** passes through: a path that leads nowhere gives null, and so does an operator or a function that
  misses a value. \`a ?? b\` gives b where a has no value. \`&&\`, \`||\` and \`!\` know "not known", as in SQL, and a condition
  that is null counts as not true.
- **Numbers** are of one type: \`5 / 2\` is 2.5, and \`div(5, 2)\` is 2. They reach to 2^53; beyond, arithmetic fails rather
  than be wrong. \`decimal('0.10')\` computes exactly, for money.
- **Text** is written in single or double quotes. Regular expressions are those of
  [RE2](https://github.com/google/re2/wiki/Syntax).
- **Operators**, from the tightest: \`-x !x\`, \`* / %\`, \`+ -\`, \`??\`, \`< <= > >= == != in\`, \`&&\`, \`||\`, \`a ? b : c\`.
- **Functions** are called as \`f(x, y)\` or \`x.f(y)\`.
- Timestamps, durations and decimals become text where a formula ends.
- **Not as in CEL**, besides: there are no unsigned numbers, bytes, types as values, enumerations and messages; names of
  members are text; \`x.f(y)\` and \`f(x, y)\` are the same for every function; texts have the order of their UTF-16 code units.

To try a formula, \`POST /v1/formulas/evaluate\` gives its value and type for a record, or says where it is wrong;
\`GET /v1/formulas/functions\` gives the tables below as data.

Formulas are checked when an integration is saved, against the fields that the source is known to have. A record that a
formula fails for becomes a failed record; the others go on. Every evaluation has a budget of steps and sizes.
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
