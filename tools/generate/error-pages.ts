import { errorCodes, type ErrorCode } from '../../core/errors.ts';
import { errorTexts } from './error-pages.data.ts';
import type { Output } from './outputs.ts';

const note = '<!-- Written by tools/generate.ts from core/errors.ts and tools/generate/error-pages.data.ts. -->';

/** One page for each code of the error catalogue, and a list of them. */
export function renderErrorPages(): Output[] {
  const codes = Object.keys(errorTexts).filter((code): code is ErrorCode => Object.hasOwn(errorCodes, code));
  const pages = codes.map((code) => ({ path: `docs/errors/${code}.md`, text: renderPage(code) }));
  return [...pages, { path: 'docs/errors/README.md', text: renderList(codes) }];
}

function renderPage(code: ErrorCode): string {
  const { httpStatus, retryable } = errorCodes[code];
  const { meaning, remedy } = errorTexts[code];
  const retry = retryable
    ? 'The same request may succeed later.'
    : 'The same request fails again until something changes.';
  return [note, `# \`${code}\``, `HTTP status ${httpStatus}. ${retry}`, meaning, '## What to do', remedy, ''].join(
    '\n\n',
  );
}

function renderList(codes: readonly ErrorCode[]): string {
  const rows = codes.map((code) => {
    const { httpStatus, retryable } = errorCodes[code];
    return `| [\`${code}\`](${code}.md) | ${httpStatus} | ${retryable ? 'yes' : 'no'} |`;
  });
  const table = ['| code | HTTP status | worth a retry |', '| --- | --- | --- |', ...rows].join('\n');
  return [note, '# Error codes', 'Every error answer of the API carries one of these codes.', table, ''].join('\n\n');
}
