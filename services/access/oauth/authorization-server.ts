/**
 * The addresses of the hub as an authorization server and as the resource that it protects.
 *
 * Made of the configured public address only, never of a request's `Host`, so that no request can make the hub issue or
 * accept tokens under another name.
 */
export interface AuthorizationServer {
  /** `iss` of our access tokens. */
  issuer: string;
  /** `aud` of our access tokens. */
  resource: string;
  tokenEndpoint: string;
  revocationEndpoint: string;
  jwksUri: string;
  /** Where the metadata are, as paths; the well-known part stands before the path of the public address. */
  metadataPath: string;
  resourceMetadataPath: string;
  resourceMetadata: string;
}

/**
 * @see https://www.rfc-editor.org/rfc/rfc8414#section-3.1
 * @see https://www.rfc-editor.org/rfc/rfc9728#section-3.1
 */
export function describeAuthorizationServer(publicUrl: string): AuthorizationServer {
  const base = publicUrl.replace(/\/+$/, '');
  const { origin, pathname } = new URL(base);
  const path = pathname.replace(/\/$/, '');
  const resourceMetadataPath = `/.well-known/oauth-protected-resource${path}`;
  return {
    issuer: base,
    resource: base,
    tokenEndpoint: `${base}/oauth/token`,
    revocationEndpoint: `${base}/oauth/revoke`,
    jwksUri: `${base}/.well-known/jwks.json`,
    metadataPath: `/.well-known/oauth-authorization-server${path}`,
    resourceMetadataPath,
    resourceMetadata: origin + resourceMetadataPath,
  };
}
