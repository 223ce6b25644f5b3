/**
 * The texts of errors that users see, beside the codes of `errors.ts`: what is wrong, then what to do.
 *
 * A text that needs values is a function of them. Values that a caller sent are never repeated, apart from names that
 * the hub knows.
 */
export const messages = {
  // Requests
  resourceNotFound: 'Resource not found. Check the id and the path.',
  bodyInvalid: 'The body is not valid.',
  bodyMissing: 'A body is required.',
  bodyEmpty: 'The body is empty.',
  bodyUnexpected: 'This operation takes no body.',
  bodyOmit: 'Omit the body, or send {}.',
  bodyForbiddenContent: 'The body contains something that is not accepted.',
  bodyNotJson: 'The body is not valid JSON in UTF-8.',
  bodyTruncated: 'The body ended early: fewer bytes arrived than announced.',
  bodyTooLarge: ({ bytesMax }: { bytesMax: number }) => `The body is larger than ${bytesMax} bytes.`,
  tooManyBodies: 'Too many large bodies are being processed. Try again later.',
  tooManyRequestsOfConnection: 'Too many requests are waiting on this network connection. Wait for responses first.',
  tooManyRequests: 'Too many requests are waiting. Try again later.',
  deliveryTooComplex: 'The delivery contains more than is accepted.',
  queryInvalid: 'The query is not valid.',
  parameterRepeated: 'Send this parameter only once.',
  parameterUnknown: 'Unknown parameter.',
  headerInvalid: 'A header is not valid.',
  headerRequired: 'This header is required.',
  entityTagsInvalid: 'Must be * or a list of entity tags: "1", "2".',
  idempotencyKeyInvalid: 'Must have 1 to 255 printable ASCII characters.',
  contentEncodingUnsupported: 'Content-Encoding is not supported. Send the body without it.',
  contentTypeUnsupported: 'Content-Type must be application/json, in UTF-8.',
  contentTypeOfBodyMissing: 'A body needs Content-Type: application/json.',
  contentTypeMissing: 'Every request needs Content-Type: application/json.',
  headersTooLarge: ({ bytesMax }: { bytesMax: number }) => `The headers are larger than ${bytesMax} bytes.`,
  chunkExtensionsTooLarge: 'The chunk extensions of the body are too large.',
  requestTimeout: 'The request did not arrive in time.',
  urlTooLong: ({ bytesMax }: { bytesMax: number }) => `The URL is longer than ${bytesMax} bytes.`,
  requestMalformed: 'This is not a well-formed HTTP request.',
  methodNotAllowed: 'This resource does not support the method. Use one of the allowed methods.',
  rateLimited: 'Too many requests. Wait before the next one.',
  internalError: 'Something went wrong on our side. Try again later.',
  shuttingDown: 'This process is shutting down. Try again.',
  notAProxy: 'This server is not a proxy.',

  // Values of members
  valuesTooMany: ({ max }: { max: number }) => `The body has more than ${max} values.`,
  keysTooMany: ({ max }: { max: number }) => `The body has more than ${max} keys.`,
  nestedTooDeep: ({ max }: { max: number }) => `The body is nested deeper than ${max} levels.`,
  keyForbidden: 'A member must not have this name.',
  textUnsafe: 'Text must not contain NUL characters or unpaired surrogates.',
  textHasNul: 'Text must not contain NUL characters.',
  numberUnsafe:
    'The number has more digits than a JSON number keeps (integers: up to 2^53). Send it as a string of the same digits.',
  numberTooLarge: 'Numbers must be between -1.8e308 and 1.8e308.',
  fieldUnknown: 'Unknown field.',
  fieldRequired: 'This field is required.',
  fieldSetByHub: 'The hub sets this field. Omit it, or send its current value.',
  valueNotAllowed: 'This is not one of the allowed values.',
  formNotAllowed: 'The value has none of the allowed forms.',
  keyInvalid: ({ reason }: { reason: string }) => `The key is not valid. ${reason}`,
  instantInvalid: 'Must be an instant: 2026-11-21T11:35:00Z.',
  instantOutOfRange: 'The instant is outside the range that can be stored.',
  urlInvalid: 'Must be a URL without user, password and fragment.',
  urlNotHttps: 'Must be an https URL.',
  urlNotPublic: 'This address is not on the public internet.',
  networkInvalid: 'Must be a network such as 203.0.113.0/24 or 2001:db8::/32.',

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
  clientMethodFixed: 'The authentication method of a client cannot change. Register another client.',
  clientHasNoSecret: 'This client signs with its own keys and has no secret.',
  clientNeedsKeys: 'private_key_jwt needs the public keys.',
  clientTakesNoKeys: 'Only private_key_jwt has keys.',
  privateKeySent: 'This is part of a private key. Send the public key, and stop using this key.',
  publicKeyInvalid: 'This is not a usable public key.',
  publicKeysInvalid: 'The keys are not usable.',
  issuerRegistered: 'An issuer with this `issuer` and `audience` is already registered.',
  issuerFixed: 'The issuer cannot change. Register another token issuer.',
  issuerIsHub: "The hub's own tokens are accepted without registration.",
  issuerHasQuery: 'An issuer is a URL without query.',
  audienceInvalid: ({ id }: { id: string }) =>
    `Must end with the id of the organization: ${id}, or https://hub.example/${id}.`,

  // Any resource
  versionMissing: 'Send If-Match with the ETag of the version that you change.',
  versionOutdated: 'The resource has changed since. Read it again, then repeat the change.',
  idempotencyKeyReused: 'This Idempotency-Key was already used with a different request.',
  idempotencyInProgress: 'A request with this Idempotency-Key is still in progress. Try again later.',
  databaseUnavailable: 'The database is not available. Try again later.',
  pageTooDeep: 'The page is too deep.',
  pageTooDeepContinue: ({ rowsMax, after }: { rowsMax: number; after: string }) =>
    `Page numbers reach the first ${rowsMax} records of a list. Continue with after=${after}, the id of the last record that you have.`,
  cursorInvalid: 'The list cannot be continued from there.',
  cursorGone: 'The record with this id is gone. Start again, or list by creation time.',

  // Accounts and connections
  accountUnknown: 'The account does not exist.',
  accountIdUnknown: 'There is no account with this id.',
  accountInUse: 'Integrations or connections belong to this account. Move or delete them first.',
  accountNotPendingAgain: 'An account that was active or inactive cannot become pending again.',
  accountInactive: ({ name }: { name: string }) =>
    `The account "${name}" of this integration is inactive. Set its status to active first.`,
  connectorUnknown: 'There is no connector for this service_type.',
  connectorIdUnknown: 'This is not the id of a connector. GET /connectors lists them all.',
  connectorRemoved: ({ serviceType }: { serviceType: string }) =>
    `This version of the hub has no connector ${serviceType}.`,
  connectionInvalid: ({ connector }: { connector: string }) => `The connection to ${connector} is not valid.`,
  connectionTestFailed: 'The connection does not work, so it was not created.',
  connectionDisabled: ({ name }: { name: string }) => `The connection "${name}" is disabled. Enable it first.`,
  connectionInUse: 'Integrations use this connection. Change or delete them first.',
  connectionMemberFixed: 'This cannot be changed here.',
  credentialsElsewhere: 'Replace credentials with PUT /connections/{id}/credentials.',
  serviceTypeFixed: 'The service_type of a connection cannot change. Create another connection.',
  connectionReactivates: 'A successful test or new credentials make this connection active again.',
  connectionStatusesSettable: 'Only active and disabled can be set.',
  credentialsNotMoved: 'Stored credentials are not sent to another address.',
  destinationNeedsCredentials:
    'It decides where the credentials are sent. Send both to PUT /connections/{id}/credentials.',
  credentialsNotKept: 'There are no previous credentials, or they are no longer kept.',
  authorizationRequired: ({ connector }: { connector: string }) =>
    `A person has to authorize this connection to ${connector}.`,
  authorizationStart:
    'Send this to POST /connections/authorize, and the person to the `authorize_url` that it returns.',
  authorizationNotUsed: ({ connector }: { connector: string }) =>
    `Connections to ${connector} are not authorized by a person.`,
  authorizationNotUsedCreate: 'Send this to POST /connections.',
  authorizationOtherService: 'The service_type differs from that of the connection.',
  authorizationServiceTypeFixed: "Must be the existing connection's service_type.",
  authorizationUrlInvalid: 'The authorization page has no valid address.',
  authorizationUrlFromCredentials: 'The credentials must lead to a web address.',
  authorizationsTooMany: ({ max }: { max: number }) => `${max} authorizations are already pending. Try again later.`,
  connectionRequestsTooMany: ({ max }: { max: number }) =>
    `${max} requests to connections are already waiting. Try again later.`,
  workerUnavailable: 'No worker is available to contact the system. Try again later.',
  upstreamTimeout: 'The system did not respond in time. Try again later.',
  objectUnreadable: 'The object cannot be read.',
  objectNeedsIntegration: 'This object cannot be shown without an integration that defines how to read it.',

  // Lookup tables and formulas
  lookupTablesTooMany: ({ max }: { max: number }) => `A definition can use at most ${max} lookup tables.`,
  lookupNameAmbiguous: ({ count }: { count: number }) =>
    `${count} lookup tables have this name. Refer to the table by its id.`,
  lookupNameInFormula: 'Formulas do not accept names of lookup tables. Refer to the table by its id.',
  lookupNameUnknown: ({ name }: { name: string }) => `There is no lookup table named ${JSON.stringify(name)}.`,
  lookupIdUnknown: 'There is no lookup table with this id.',
  lookupTableInUse: 'Integrations use this lookup table. Change or delete them first.',
  lookupTableTooLarge: 'The lookup table would be too large.',
  lookupEntriesTooMany: ({ max, count }: { max: number; count: number }) =>
    `A lookup table can have at most ${max} entries; this would be ${count}.`,
  lookupEntriesTooLarge: ({ bytesMax }: { bytesMax: number }) =>
    `The entries of a lookup table can have at most ${bytesMax} bytes as JSON.`,
  formulaInvalid: 'The formula is not valid.',
  formulaFailed: 'The formula fails for this input.',

  // Runs
  waitingRunsTooMany: ({ max }: { max: number }) =>
    `${max} runs of this integration are already waiting. Cancel some, or wait for them.`,
  runOrphaned: 'The integration of this run was deleted.',
  runSourceGone: "The connection of the run's source was deleted.",
  runFinished: 'This run has ended and cannot be canceled.',
  runNotFinished: 'This run has not ended. Wait for it, or cancel it.',
  runComplete: 'This run read everything. Restart it, or retry its failed records.',
  runSourceChanged: 'The integration now reads another source, which these records do not come from.',
  runGrouped: 'The records of this run were grouped. Fix what failed, then execute the integration again.',
  recordsNotChosen: 'Send exactly one of record_ids, code and all.',
  recordsNotRetryable: 'No failed record of this run can be retried.',
  recordUnknown: 'This run has no failed record with this id.',
  recordResolved: 'The record has been processed since.',
  recordInDoubt: 'Check first whether the target has the record: its creation is in doubt.',
  recordTooDeep: ({ max }: { max: number }) => `The record cannot be shown: it is nested deeper than ${max} levels.`,
  recordTooLarge: ({ bytesMax }: { bytesMax: number }) =>
    `The record cannot be shown: it is larger than ${bytesMax} bytes as JSON.`,

  // Webhook endpoints and audit events
  endpointDisabled: 'This endpoint is disabled. Enable it first.',
  endpointsTooMany: ({ max }: { max: number }) =>
    `The organization already has the maximum of ${max} webhook endpoints. Delete one first.`,
  exportsTooMany: ({ who, limit }: { who: string; limit: number }) =>
    `${who} already has ${limit} exports of audit events in progress. Try again when one has ended.`,
  exportStalled: 'The export was not read for a minute. Continue after the last event received (after_sequence).',
} as const;
