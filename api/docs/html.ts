import type { Assets } from './assets.ts';

/** Text as HTML shows it. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** A sentence whose backquotes mark code. */
export function toInlineHtml(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

/** A whole document. Scripts and styles are files: the pages' policy lets none stand in the text. */
export function renderHtml(
  assets: Assets,
  page: {
    title: string;
    styles: readonly Parameters<Assets['toPath']>[0][];
    scripts?: readonly Parameters<Assets['toPath']>[0][];
    body: string;
  },
): string {
  const styles = page.styles.map((name) => `<link rel="stylesheet" href="${assets.toPath(name)}">`);
  const scripts = (page.scripts ?? []).map((name) => `<script defer src="${assets.toPath(name)}"></script>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<link rel="icon" href="data:,">
${[...styles, ...scripts].join('\n')}
</head>
<body>
${page.body}
</body>
</html>
`;
}
