/** Gives a file to the browser, which asks where to keep it or puts it among the downloads. */
export function saveFile(name: string, parts: readonly string[], type: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by the time that the click returns.
  URL.revokeObjectURL(url);
}
