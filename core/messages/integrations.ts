/** Messages about integrations: what is wrong with a definition, what to look at twice, and what is left to set up. */
export const integrationMessages = {
  // Definitions
  startUnasked:
    'All records of another source, or by another key, are new. Say whether items are made of those that are there (`process`) or not (`baseline`).',
  stepIdTaken:
    'A step of this id was removed, and the hub still knows what that one wrote. Choose an id that the integration never had.',
  revisionHasOtherSteps:
    'A later revision renamed steps, and what is known of them goes by their present ids. Change the integration back instead, with `was`.',
  definitionInvalid: 'The definition is not valid. Correct the listed fields.',
  definitionsTooLarge: ({ bytesMax }: { bytesMax: number }) =>
    `The definitions of these integrations are larger than ${bytesMax} bytes together. Request fewer at once.`,
  definitionPageTooLarge: 'The page is too large.',
  revisionOutdated: 'This revision is no longer valid. Update the integration with a definition that is.',
  changeOfOlderRevision: ({
    active,
    newest,
    members,
  }: {
    active: number;
    newest: number;
    members: readonly string[];
  }) =>
    `Runs use revision ${active}, and a change starts from revision ${newest}: ${members.map((name) => `\`${name}\``).join(', ')} of that would be used as well. Send what is wanted of ${members.length === 1 ? 'it' : 'them'} in the same change, or activate revision ${newest} first.`,
  manualWorkflowPaused:
    'The manual workflow of this integration is paused. Resume it first: POST /workflows/{id}/resume.',

  // Ends
  connectionIdUnknown: 'There is no connection with this id.',
  stateUnknown: ({ of, name }: { of: 'connection' | 'integration' | 'calendar'; name: string }) =>
    `There is no ${of} with the id or name "${name}", or there are several. Create it first, or use the id.`,
  connectionNotActive: ({ status }: { status: string }) =>
    `The connection cannot be used now: its status is ${status}. Test it, replace its credentials, or enable it.`,
  connectionsDeleted: ({ names }: { names: string }) =>
    `A connection of this integration was deleted: ${names}. Choose another one.`,
  connectionsDisabled: ({ names }: { names: string }) =>
    `A connection of this integration is disabled: ${names}. Enable it first.`,
  cursorColumnNotIndexed: ({ column }: { column: string }) =>
    `No index begins with \`${column}\`, so each run looks at every row: create an index on it.`,
  cursorColumnUnknown: ({ column, meant }: { column: string; meant: string | undefined }) =>
    `The table has no column \`${column}\`.${meant === undefined ? '' : ` Did you mean \`${meant}\`?`} If it is new, \`GET /connections/{id}/schema?refresh=true\` looks again.`,
  cursorColumnUnsuitable: ({ type }: { type: string }) =>
    `Values of the type ${type} cannot tell what changed: name a column of times, or of numbers or texts that grow.`,
  enrichmentAmbiguous: ({ as }: { as: string }) =>
    `Several different records fit as \`${as}\`, and none of them was taken. Search by a field that tells them apart.`,
  lookUpAmbiguous: ({ step }: { step: string }) =>
    `Step ${step} finds several different records, and takes none of them. Look for a field that tells them apart.`,
  enrichmentTooLarge: 'The records to complete these with are too large for a preview. Name the fields that you need.',
  targetShared: ({ names }: { names: string }) =>
    `Also written by ${names}. Where both write the same record, the last write wins, and neither integration sees that its values were overwritten; use an object of its own, or map different records.`,
  writesNotRecognized: ({ effect }: { effect: 'written twice' | 'left out' }) =>
    `The target recognizes no repeated write: a record whose response is lost may be ${effect}.`,
  idUnknown: ({ step, unless }: { step: string; unless: string | undefined }) => {
    const ids = `\`steps.${step}.id\` and \`known.${step}.id\``;
    if (unless === undefined)
      return `${ids} are always null: the system tells no id of what this creates. Leave them out.`;
    if (unless !== 'match_on')
      return `${ids} are always null: nothing tells the id of what this write creates. Name the place in the answer.`;
    return `${ids} are null unless the table has a primary key of one column, and the hub knows of none. Name \`match_on\`, or let the hub look at the tables: GET /connections/{id}/schema.`;
  },
  deactivationMayStay:
    'What the target itself deactivates, writing the record again may not switch on: name `reactivate_with`, where a field does, or look after records that come back.',
  targetsMayCollide: ({ reason }: { reason: string }) =>
    `Two source records may meet in one target record, since ${reason}; the second becomes a failed record.`,

  // Scripts and triggers
  scriptsUnavailable: 'Scripts are not available on this hub.',
  scriptRunnerUnavailable: 'The script runner is unavailable. Try again later.',
  triggerListedTwice: 'This trigger is listed twice. Remove one.',
  triggerIdTaken: ({ id }: { id: string }) => `Another trigger has the id "${id}". Choose one of its own.`,
  eventTriggerMissing: 'The integration has no such event trigger. Add a trigger of the type `event`.',
  payloadInvalid: ({ reason }: { reason: string }) => `The delivery cannot become a record: ${reason}`,
  inputsInvalid: 'Some inputs cannot become records. Nothing was started.',
  payloadMissing: 'The source of this integration takes no inputs. Give it `payload`, or leave the inputs out.',
  runGivenMany: 'A run that reads no source has one item. Give `input`, and start a run for each.',
  payloadsGiven: 'Give `input` or `inputs`, not both.',
  payloadNotSampled: 'A source with `payload` cannot be read for samples. Give `records`.',
  triggerChangeUnwanted: ({ change }: { change: string }) =>
    `The source makes no items of records that are ${change}. Add \`${change}\` to \`source.changes\`, or leave it out here.`,
  debounceMissing: '`debounce_max` says how long `debounce` may last. Give `debounce`, or leave it out.',
  debounceNeedsPayload: 'Only deliveries with a key are merged. Give the source `payload`, or leave `debounce` out.',
  debounceTooLong: 'Use at most 1h.',
  debounceMaxInvalid: ({ debounce }: { debounce: string }) =>
    `Use a time from ${debounce}, which is \`debounce\`, to 24h.`,
  triggerNotSupported: ({ connector }: { connector: string }) =>
    `${connector} pushes no events that the hub knows. GET /connectors/{id} shows the triggers of a connector; \`receive\` says how others are verified.`,
  subscriptionsUnknown: ({ connector }: { connector: string }) =>
    `The hub cannot subscribe at ${connector}. Leave \`subscribe\` out and register the address there by hand.`,
  subscriptionUnsupported: ({ connector }: { connector: string }) =>
    `The hub does not know which events of ${connector} tell of the object that the source reads. Name them in \`to\` and \`events\`, or leave \`subscribe\` out and register the address at ${connector} by hand.`,
  subscriptionTopicUnknown: ({ topic }: { topic: string }) => `The connector has no topic ${topic} to subscribe to.`,
  subscriptionPartUnknown: ({ topic }: { topic: string }) => `The topic ${topic} is not about this. Leave it out.`,
  subscriptionPartMissing: ({ topic, title }: { topic: string; title: string }) =>
    `The topic ${topic} has several. Name the one to subscribe to: ${title}.`,
  subscriptionPartInvalid: 'Must be an id or an address, without spaces, quotes, slashes and other marks of addresses.',
  subscriptionPartUnclear: ({ name, from }: { name: string; from: string }) =>
    `The connection does not name exactly one in \`${from}\`. Name the one to subscribe to in \`subscribe.of.${name}\`.`,
  subscriptionPartForeign: ({ name, from }: { name: string; from: string }) =>
    `What \`subscribe.of.${name}\` names is not in \`${from}\` of the connection.`,
  subscriptionReceives:
    'With `receive`, the trigger itself says how deliveries are verified: register the address by hand.',
  subscriptionLeft: ({ vendor, url, id, reason }: { vendor: string; url: string; id: string | null; reason: string }) =>
    `${vendor} still sends to ${url}${id === null ? '' : `, under its id ${id}`}. Remove it there: ${reason}`,
  subscriptionConnectionGone: 'The connection is not there any more, so the vendor was not asked.',
  webhookMemberInvalid: 'Must be a name of at most 100 letters, digits, `_`, `.` and `-`: v1.',
  webhookHeaderInvalid: 'Must be the name of a header, of at most 100 characters: X-Signature.',
  webhookSignedInvalid: 'Must hold {body} once, and {timestamp} and {header.NAME} besides: {timestamp}.{body}.',
  webhookTimestampUnsigned: 'A timestamp counts only if it is signed: give `timestamp`, and {timestamp} in `signed`.',
  webhookVerifyMissing: 'Say how deliveries are verified: by one of these members, or several.',
  webhookVerifyTwice: 'Another member of `verify` uses the same part of a delivery. Leave one of them out.',
  integrationIdUnknown: 'There is no integration with this id.',
  integrationNameUnknown: ({ name, meant }: { name: string; meant: string | undefined }) =>
    `There is no integration named "${name}".${meant === undefined ? ' Give the id of one, or its name.' : ` Did you mean "${meant}"?`}`,
  integrationNameAmbiguous: ({ count }: { count: number }) =>
    `${count} integrations have this name. Give the id of one of them.`,
  integrationsInCycle: ({ cycle }: { cycle: string }) =>
    `Runs would start each other without end: ${cycle}. Leave one of these links out.`,
  scheduleInvalid: 'The schedule is not valid. Correct the listed fields.',
  hookNeedsSource: 'Choose the connection to read from first: its connector defines the credentials of a hook.',

  // Readiness
  integrationIncomplete: ({ steps }: { steps: string }) => `This integration is not complete yet: ${steps}.`,
  chooseSource: 'Choose the connection and the object to read from.',
  chooseTarget: 'Choose the connection and the object to write to.',
  defineMapping: 'Define a mapping for the fields of the target.',
  activateIntegration: 'Activate the integration.',
  credentialsRefused: 'The credentials of the connection were refused. Replace them and test it.',
  credentialsExpired: 'The credentials of the connection have expired. Replace them and test it.',
  enableConnection: 'The connection is disabled. Enable it.',
  chooseConnection: 'The connection was deleted. Choose another one.',

  // Deliveries of vendors
  deliveryMethodInvalid: 'Send deliveries with POST.',
  deliveryMalformed: 'The delivery does not have the form that its vendor documents.',
  deliveryStale: 'The delivery was signed too long ago, or by a clock that is ahead.',
  deliveryUnsigned: 'The delivery is not signed as deliveries to this hook must be.',
  deliveriesTooMany: 'Too many deliveries are waiting to be stored. Send this one again later.',
  deliveryUnverifiable: 'The vendor could not be asked about this delivery. Send it again later.',
  hookChanging: 'The hook is being changed. Send this delivery again.',
} as const;
