/** Messages about credentials of callers, and the resources that manage them. */
export const credentialMessages = {
  // Credentials of callers
  credentialMissing: 'Send an API key or an access token: Authorization: Bearer <API_KEY>.',
  authorizationHeaderInvalid: 'The Authorization header must hold exactly one Bearer credential.',
  credentialInvalid: 'The credential is not valid.',
  apiKeyUnusable: ({ reason }: { reason: string }) => `The API key is ${reason}.`,
  accessTokenExpired: 'The access token has expired. Request a new one.',
  clientDisabled: 'The client of the access token is disabled.',
  tokenUnreadable: 'A token could not be read.',
  issuerKeysUnavailable: "The keys of the token's issuer are unavailable. Try again later.",
  addressNotAllowed: 'The credential may not be used from this address.',
  scopeMissing: ({ scopes }: { scopes: string }) => `This needs ${scopes}, which the credential does not have.`,

  // API keys, OAuth clients, token issuers
  keyExceedsCaller: 'A key cannot have more access than the key that the request uses.',
  keyOutlivesCaller:
    'The key that the request uses is limited in time or to networks, and this key would not be. Use a credential without limits.',
  expiresAfterCaller: ({ latest }: { latest: string }) => `Must be ${latest} at the latest, when the caller expires.`,
  networkOutsideCaller: "Each network must be within one of the caller's own networks.",
  expiresInPast: 'Must be in the future. Disable a key to end it now.',
  keyInUseByRequest:
    'The request itself uses this key, which could not undo this change. Use another credential for it.',
  keyNotActive: 'Only an active key can be rotated. Create a new one instead.',
  keyAlreadyRotated: 'The key was already rotated. Rotate its successor, or delete the successor first.',
  clientNotAuthenticated: 'The client is unknown, disabled, or did not authenticate as registered.',
  clientMethodsSeveral: 'Use only one method of client authentication.',
  clientIdsDiffer: 'The header and client_id name different clients.',
  grantUnsupported: 'The only grant is client_credentials.',
  scopeNotGranted: 'The client was not granted all of these scopes.',
  clientMethodFixed: 'The authentication method of a client cannot change. Register another client.',
  clientHasNoSecret: 'This client signs with its own keys and has no secret.',
  clientNeedsKeys: 'private_key_jwt needs the public keys.',
  clientTakesNoKeys: 'Only private_key_jwt has keys.',
  privateKeySent: 'This is part of a private key. Send the public key, and stop using this key.',
  keyIdInvalid: 'Must have 1 to 128 printable characters.',
  keyIdsRequired: 'Of several keys, each must have a kid of its own.',
  keyCoordinateInvalid: 'Must be 32 bytes in base64url.',
  modulusInvalid: ({ min, max }: { min: number; max: number }) => `Must be a modulus of ${min} to ${max} bits.`,
  publicKeyInvalid: 'This is not a usable public key.',
  publicKeysInvalid: 'The keys are not usable.',
  issuerUrlInvalid: 'Must be a URL of at most 1024 characters.',
  issuerRegistered: 'An issuer with this `issuer` and `audience` is already registered.',
  issuerFixed: 'The issuer cannot change. Register another token issuer.',
  issuerIsHub: "The hub's own tokens are accepted without registration.",
  issuerHasQuery: 'An issuer is a URL without query.',
  audienceInvalid: ({ id }: { id: string }) =>
    `Must end with the id of the organization: ${id}, or https://hub.example/${id}.`,
} as const;
