/**
 * Messages about calls to systems that drivers of several transports share.
 *
 * What a vendor's own codes mean stands beside the codes, in the driver; `system` is its word for the other side:
 * `server`, `directory`, `agent` or `database`.
 */
export const connectorMessages = {
  // Fields of forms and options
  templateInvalid: 'Every { needs a name and a closing }.',
  hostNameInvalid: 'Must be a host name or an address: server.example.com.',
  certificateInvalid: 'Must be a certificate in PEM, which begins with -----BEGIN CERTIFICATE-----.',

  // Objects and their operations
  objectNotReadable: 'This object cannot be read.',
  objectOperationUnsupported: ({ operation }: { operation: string }) => `This object does not support ${operation}.`,
  objectOperationUnknown: ({ operation, meant }: { operation: string; meant: string | undefined }) =>
    `This object has no operation named ${operation}.${meant === undefined ? '' : ` Did you mean \`${meant}\`?`}`,
  objectUnknown: ({ connector, object, meant }: { connector: string; object: string; meant: string | undefined }) =>
    `${connector} has no object named ${object}.${meant === undefined ? '' : ` Did you mean \`${meant}\`?`}`,
  matchFieldsRequired: 'Name the fields that identify the target record.',

  // Reaching a system
  signInNotFound: ({ status }: { status: number }) =>
    `The sign-in address was not found (status ${status}). Check the base address of the connection.`,
  signInNotFoundRemedy: 'Correct the base address: its host, or a path that belongs before that of the sign-in.',
  hostForeign: ({ of }: { of: string }) => `Blocked: the host of ${of} is not among this connection's hosts.`,
  encryptionRequired:
    'Unencrypted connections to the public internet are not allowed. Use encryption, or ask the operator to allow the host.',
  encryptionNotOffered: ({ system }: { system: string }) => `The ${system} does not offer encryption.`,
  certificateRefused: ({ reason }: { reason?: string } = {}) =>
    `The system's certificate is not accepted${reason === undefined ? '' : ` (${reason})`}.`,
  systemUnreachable: 'The system cannot be reached.',
  hostUnresolvable: 'The host name cannot be resolved.',
  responseTimeout: 'The system did not respond in time.',
  connectionClosed: 'The connection was closed.',

  // What a system refuses
  signInRefused: ({ system, secret = 'the password' }: { system: string; secret?: string }) =>
    `The ${system} refused the user or ${secret}.`,
  privateKeyUnreadable: 'The private key of the credentials, or its passphrase, cannot be used. Store them again.',
  certificateUnreadable: 'The certificate of the credentials cannot be used. Store it again.',
  operationUnsupported: ({ system }: { system: string }) => `The ${system} does not support this operation.`,
  valueRefused: ({ system }: { system: string }) => `The ${system} refused a value.`,
  accessKeyRefused: 'The access key or its secret was refused. Store a valid pair.',
  awsRoleRefused: ({ arn }: { arn: string }) =>
    `AWS does not let the connection assume the role ${arn}. Let the role trust it, with this external id, or leave the account out.`,
  awsKeysRefusedThere:
    'AWS refuses the keys there: the region may be disabled for the account. Enable it, or name the regions to read.',
  atAwsPlace: ({ message, account, region }: { message: string; account: string; region: string }) =>
    `${message} This was in account ${account}, region ${region}.`,
  clockWrong: 'The clock of the hub differs too much from the clock of the system. Synchronize the clock (NTP).',
  bucketInOtherRegion: 'The bucket is in another region than the one of the connection. Change the region.',
  otherSignInRequired: ({ system }: { system: string }) =>
    `The ${system} requires another way to sign in, or encryption.`,

  // Reading
  cursorInvalid: 'The stored cursor is no longer valid. The read starts again.',
  webPageReturned: ({ format }: { format: string }) =>
    `The response is a web page (HTML or XML), not ${format}. Check the URL.`,
  tableMissing: ({ table, meant }: { table: string; meant: string | undefined }) =>
    `There is no table ${table}, or the database user lacks permission to see it.${meant === undefined ? '' : ` Did you mean \`${meant}\`?`}`,
  columnMissing: ({ table, column, meant }: { table: string; column: string; meant?: string | undefined }) =>
    `${table} has no column ${column}.${meant === undefined ? '' : ` Did you mean \`${meant}\`?`}`,
  columnTakes: ({ column, type, wanted }: Record<'column' | 'type' | 'wanted', string>) =>
    `The column ${column} (${type}) takes ${wanted}, which this value is not. Convert it in the mapping.`,

  // Writing
  matchFieldUnknown:
    'The records of the target do not have the fields that they are found by. Name fields that the target has, or every run would create its records again.',
  identityMissing: ({ record }: { record: string }) => `The field identifies the ${record} and has no value.`,
  targetRecordMissing: ({ record }: { record: string }) => `The target has no ${record} with these match values.`,
  targetRecordExists: ({ record }: { record: string }) => `Another ${record} of the target has these values.`,
  targetRecordAmbiguous: ({ record }: { record: string }) =>
    `The target has more than one ${record} with these match values, and none was changed. Match by a field that tells them apart, or leave one of them there.`,
  targetRecordUnclear: ({ record }: { record: string }) =>
    `The target may have this ${record}: match values differ in upper and lower case only, which its vendor does not say to be the same or not. Write them as the target has them.`,
} as const;
