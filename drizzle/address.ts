/**
 * Reads the address of a database. One that names a folder (`?host=/run/postgresql`), as libpq has it, is reached
 * through the Unix socket there, at about half of what a loopback connection costs; the client knows it as `path`.
 *
 * @see https://www.postgresql.org/docs/18/libpq-connect.html#LIBPQ-CONNECT-HOST
 */
export function readAddress(text: string): { url: string; path?: string } {
  const url = URL.parse(text);
  const folder = url?.searchParams.get('host');
  if (!url || !folder?.startsWith('/')) return { url: text };
  url.searchParams.delete('host');
  return { url: url.href, path: `${folder}/.s.PGSQL.${url.port || '5432'}` };
}
