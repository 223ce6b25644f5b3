/** Names of metrics that rules and queries ask for, each once: parts of a histogram as the histogram. */
export function listNamedMetrics(text: string): string[] {
  const names = [...text.matchAll(/\b(?:hub|process|temporal)_[a-z_]+[a-z]\b/g)].map(([name]) => name);
  return [...new Set(names.map((name) => name.replace(/_(?:bucket|sum|count)$/, '')))];
}
