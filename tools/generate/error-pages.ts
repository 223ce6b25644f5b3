import { exampleError } from '../../api/docs/example-error.ts';
import { errorTexts } from '../../api/docs/error-texts.data.ts';
import { errorCodes, type ErrorCode } from '../../core/errors.ts';
import type { Output } from './output.ts';

const note = '<!-- Written by tools/generate.ts from core/errors.ts and api/docs/error-texts.data.ts. -->';

/** One page for each code of the error catalogue, and a list of them. */
export function renderErrorPages(): Output[] {
  const codes = Object.keys(errorTexts).filter((code): code is ErrorCode => Object.hasOwn(errorCodes, code));
  const pages = codes.map((code) => ({ path: `docs/errors/${code}.md`, text: renderPage(code) }));
  return [...pages, { path: 'docs/errors/README.md', text: renderList(codes) }];
}

function renderPage(code: ErrorCode): string {
  const { httpStatus, retryable } = errorCodes[code];
  const { meaning, when, remedy } = errorTexts[code];
  const retry = retryable
    ? 'The same request may succeed later.'
    : 'Repeating the same request fails until something changes.';
  const answer = JSON.stringify(exampleError(code, 'https://hub.example'), null, 2);
  return [
    note,
    `# \`${code}\``,
    `HTTP status ${httpStatus}. ${retry}`,
    meaning,
    '## When it happens',
    when.map((item) => `- ${item}`).join('\n'),
    '## What to do',
    remedy,
    '## Example',
    `\`\`\`json\n${answer}\n\`\`\``,
    '',
  ].join('\n\n');
}

function renderList(codes: readonly ErrorCode[]): string {
  const rows = codes.map((code) => {
    const { httpStatus, retryable } = errorCodes[code];
    return `| [\`${code}\`](${code}.md) | ${httpStatus} | ${retryable ? 'yes' : 'no'} |`;
  });
  const table = ['| code | HTTP status | retryable |', '| --- | --- | --- |', ...rows].join('\n');
  return [
    note,
    '# Error codes',
    'Every error response of the API has one of these codes; `details.documentation_url` links to its page.',
    table,
    '',
  ].join('\n\n');
}
