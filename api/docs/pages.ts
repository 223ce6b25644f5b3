import { errorCodes, type ErrorCode } from '../../core/errors.ts';
import type { Assets } from './assets.ts';
import { errorTexts } from './error-texts.data.ts';
import { exampleError } from './example-error.ts';
import { escapeHtml, renderHtml, toInlineHtml } from './html.ts';

/** The page that shows the OpenAPI document. */
export function renderReference(assets: Assets): string {
  return renderHtml(assets, {
    title: 'Integration hub: API reference',
    styles: ['style.css', 'swagger-ui.css'],
    scripts: ['swagger-ui-bundle.js', 'reference.js'],
    body: '<div id="reference"></div>\n<noscript>The reference needs JavaScript. The <a href="/openapi.json">document</a> itself does not.</noscript>',
  });
}

/** The list of all error codes. */
export function renderErrorList(assets: Assets): string {
  const rows = Object.entries(errorCodes).map(
    ([code, { httpStatus, retryable }]) =>
      `<tr><td><a href="/docs/errors/${code}"><code>${code}</code></a></td><td>${httpStatus}</td><td>${retryable ? 'yes' : 'no'}</td></tr>`,
  );
  return renderHtml(assets, {
    title: 'Error codes',
    styles: ['style.css'],
    body: [
      '<main class="page">',
      '<h1>Error codes</h1>',
      '<p>Every error response of the <a href="/docs">API</a> has one of these codes.</p>',
      '<table>',
      '<thead><tr><th>code</th><th>HTTP status</th><th>retryable</th></tr></thead>',
      `<tbody>${rows.join('')}</tbody>`,
      '</table>',
      '</main>',
    ].join('\n'),
  });
}

/** The page of one code. */
export function renderErrorPage(assets: Assets, code: ErrorCode, publicUrl: string): string {
  const { httpStatus, retryable } = errorCodes[code];
  const { meaning, when, remedy } = errorTexts[code];
  const retry = retryable
    ? 'The same request may succeed later.'
    : 'Repeating the same request fails until something changes.';
  return renderHtml(assets, {
    title: `Error code ${code}`,
    styles: ['style.css'],
    body: [
      '<main class="page">',
      `<h1><code>${code}</code></h1>`,
      `<p>HTTP status ${httpStatus}. ${retry}</p>`,
      `<p>${toInlineHtml(meaning)}</p>`,
      '<h2>When it happens</h2>',
      `<ul>${when.map((item) => `<li>${toInlineHtml(item)}</li>`).join('')}</ul>`,
      '<h2>What to do</h2>',
      `<p>${toInlineHtml(remedy)}</p>`,
      '<h2>Example</h2>',
      `<pre><code>${escapeHtml(JSON.stringify(exampleError(code, publicUrl), null, 2))}</code></pre>`,
      '<p><a href="/docs/errors">All error codes</a> · <a href="/docs">API reference</a></p>',
      '</main>',
    ].join('\n'),
  });
}
