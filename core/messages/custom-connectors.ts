/** Messages about connectors that organizations add themselves. */
export const customConnectorMessages = {
  // Definitions
  customInvalid: 'The definition of the connector is not valid.',
  customTooLarge: ({ bytesMax }: { bytesMax: number }) => `A definition has at most ${bytesMax} bytes as JSON.`,
  customTooMany: ({ max }: { max: number }) => `At most ${max} are allowed here.`,
  customIdInvalid: 'Must be x_ and up to 61 lower-case letters, digits and underscores: x_acme.',
  customIdTaken: 'Another connector of the organization has this id.',
  customNameInvalid: 'Must be a lower-case letter and up to 62 lower-case letters, digits and underscores.',
  customPatternInvalid:
    'Must be an RE2 pattern without large repetitions. RE2 has no look-around and no back-references.',
  customPatternUnmet: ({ pattern }: { pattern: string }) => `Must match ${pattern}.`,
  customHeaderReserved: 'This header is set by the connection or the protocol. Credentials belong in auth.',
  customHeaderInvalid: 'Must be a line of printable characters.',
  customAddressInvalid: 'Must be an http(s) address without user, password, query, fragment and .. segments.',
  customPathInvalid:
    'Must begin with one slash, and have no query, fragment, spaces and .. segments. Parameters belong in query.',
  customHostInvalid: 'Must be a host or a suffix that begins with a dot, of two names or more: .acme.com.',
  customHostUnlisted: 'The base address is on none of the hosts.',
  customHoleUnknown: ({ hole }: { hole: string }) => `There is no field for the hole {${hole}}.`,
  customHoleUnfilled: ({ hole, meant }: { hole: string; meant: string | undefined }) =>
    `Nothing fills the hole {${hole}}.${meant === undefined ? '' : ` Did you mean \`${meant}\`?`}`,
  customHoleOrphan: 'Only a list with `parents` has the fields of another record.',
  customHoleSecret: 'Secrets go into requests by auth only.',
  customHoleUntyped: 'Each hole of a filter names its language: {email|odata}.',
  customSecretInside:
    'A definition holds no secrets. Make it a field of the credentials, and put it into requests by auth.',
  customKeyUnknown: ({ field }: { field: string }) => `The schema has no field ${field}.`,
  customObjectsMissing: 'A connector has at least one object.',
  customObjectEmpty: 'An object has at least one operation.',
  customSubscriptionEmpty: 'Name at least one.',
  customSubscriptionSecrets:
    'Subscriptions need exactly one secret: `verify` by `hmac`, `bearer` or `token`, or by `standard_webhooks` with a secret that the system makes.',
  customSubscriptionObject: 'The connector has no such object.',
  customSubscriptionFrom: 'There is no such parameter in `config`.',
  customSubscriptionHole: ({ hole }: { hole: string }) => `The request needs the hole {${hole}}.`,
  customFindSame: 'The look-up asks the same for every record. Fill it with a field of the record.',
  customAddressParameter: 'There is no parameter of this name, or it has other values than the table.',
  customRefused: ({ reason }: { reason: string }) => `The definition cannot be used: ${reason}`,

  // Keeping them
  customConnectorsTooMany: ({ max }: { max: number }) =>
    `The organization has ${max} connectors of its own already. Delete one first.`,
  customConnectorInUse: 'Connections use this connector. Delete them first.',
  customDestinationsMoved:
    'Connections use this connector, and this version would send their credentials somewhere else. Create another connector, or delete the connections first.',

  // Drafts
  draftParameterInvalid: 'Must be a name of letters, digits, dots, hyphens and underscores, of at most 100 characters.',
  draftUnreadable: 'The document is neither JSON nor YAML that can be read.',
  draftNotOpenapi: 'The document is not a description of OpenAPI 3 or Swagger 2.',
  draftTooDeep: ({ max }: { max: number }) => `The document nests deeper than ${max} levels.`,
  draftTooSlow: 'The document takes too long to read. Send the part of it that is needed.',
  draftEmpty: 'No list of records was found in the document, so there is nothing to draft.',
  draftBusy: 'The hub is too busy to read another document. Try again in a few seconds.',
  draftListUnknown: ({ meant }: { meant: string | undefined }) =>
    meant === undefined
      ? 'The document has no list of records at this path. The findings of a draft without `lists` name all that it has.'
      : `The document has no list of records at this path. Did you mean \`${meant}\`?`,
  draftBaseAsked: 'The document does not say where the API is. Each connection is asked for it.',
  draftDocsAsked: 'The document does not link to documentation. Put its address here.',
  draftAuthAsked: 'The document does not say how to sign in. A bearer token is assumed.',
  draftAuthUnsupported: 'The document has ways to sign in that the draft leaves out.',
  draftAuthReasons: {
    no_token_url: 'it gives no address for tokens',
    insecure_token_url: 'its address for tokens is not an https address',
    no_authorization_url: 'it gives no https address for authorizing',
    implicit: 'the implicit flow gives tokens to browsers only',
    unsupported: 'definitions have no such way',
  },
  draftPasswordClient:
    'A user signs in by name and password. If the system wants a client as well, add `client_id` and `client_secret` to `credentials` and to the values of `login.body`.',
  draftTokenAddress:
    'The address for tokens is relative in the document: it is taken to be below the address of the system.',
  draftPagingAsked: 'How this list is cut into pages is not described. One answer counts as the whole list.',
  draftKeyGuessed: 'The field that identifies a record is a guess.',
  draftIncrementalAsked: 'How changes are asked for is not known. The list is read in full each time.',
  draftCreateAsked: 'A creation whose answer is lost cannot be recognised. Add a look-up, so that it is not doubled.',
  draftLimitsAsked: 'The document does not state rate limits. These are careful ones.',
  draftParentsGuessed:
    'The list is read once for each record of another one. Make sure that it is the right one, and that keys are unique beyond one parent.',
  draftListNested: 'The list is below something that has no list. Give its path parameters, or define it with parents.',
  draftListLeftOut: 'There are more lists than a definition takes. Choose some.',
} as const;
