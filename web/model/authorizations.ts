/** How the authorization of a connection ended, as the address of its page says it. */
export type AuthorizationEnd = 'yes' | 'no';

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const key = 'hub-authorizing';
const idPattern = /^conn_[0-9a-z]{26}$/;

/** Remembers which connection somebody went to a vendor for, in this tab. */
export function rememberAuthorization(shelf: Shelf, connectionId: string): void {
  shelf.setItem(key, connectionId);
}

/**
 * Takes back which connection this tab went to a vendor for.
 *
 * @param search Of the address at which the browser came back.
 * @returns the address of its page; `undefined` where the tab went for none, or another one was authorized.
 */
export function takeAuthorization(shelf: Shelf, search: string): string | undefined {
  const id = shelf.getItem(key);
  shelf.removeItem(key);
  if (id === null || !idPattern.test(id)) return undefined;
  const parameters = new URLSearchParams(search);
  if (parameters.get('status') === 'failed') return toAddress(id, 'no');
  return parameters.get('connection_id') === id ? toAddress(id, 'yes') : undefined;
}

function toAddress(id: string, end: AuthorizationEnd): string {
  return `/app/connections/${id}?authorized=${end}`;
}
