/** Whether a file has a test of a title, or a planted fault of that name. */
export function hasTitle(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    const quoted = quote + title + quote;
    for (let at = source.indexOf(quoted); at !== -1; at = source.indexOf(quoted, at + 1)) {
      if (/(?:\bit\(|\)\(|\bname:)\s*$/.test(source.slice(0, at))) return true;
    }
    return false;
  });
}
