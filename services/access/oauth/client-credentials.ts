/** How a client shows who it is: exactly one of the methods of RFC 6749 §2.3 and RFC 7523 §2.2. */
export type ClientCredentials =
  | { method: 'client_secret_basic' | 'client_secret_post'; clientId: string; secret: string }
  | { method: 'private_key_jwt'; clientId: string | undefined; assertion: string };
