/** Messages about runs: why one cannot be started, repeated or shown, and the entries of its log. */
export const runMessages = {
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
  recordsNotChosen: 'Send exactly one of record_ids, records, code and all. target_field and step go with code.',
  recordsNotDismissible: 'No failed record of this run is like this.',
  recordsNotRetryable: 'No failed record of this run can be retried.',
  recordUnknown: 'This run has no failed record with this id.',
  rehearsalRunGone: 'The run is gone, or its revision cannot be read any more.',
  rehearsalOfSteps: 'This run took items through steps, and the definition has none. Rehearse a definition with steps.',
  rehearsalOfMapping: 'This run had one mapping, and the definition has steps. Rehearse a definition with a mapping.',
  rehearsalNotKept:
    'Nothing that this run was given is kept: a run of one mapping keeps only the records that failed, and none of them is left to be rehearsed. Preview the integration instead.',
  rehearsalSourceChanged: 'The definition reads another source, which the inputs of this run do not come from.',
  rehearsalDefinitions: 'Send at most one of definition, revision and draft.',
  rehearsalChoice: 'Send either ids, or any of status, limit and after.',
  rehearsalIdsOfItems: 'A run of one mapping has no items. Name failed records by record_ids.',
  rehearsalIdsOfRecords: 'A run of a flow keeps its inputs in items. Name them by item_ids.',
  rehearsalStatusOfItems: 'A run of one mapping keeps failed records only. Leave the status out.',
  rehearsalItemUnknown: 'This run has no item with this id that begins with the first step.',
  rehearsalRevisionUnknown: 'The integration has no such revision.',
  rehearsalDraftMissing: 'You have no unsaved draft of this integration.',
  correctionEmpty: 'Give at least one value that is different.',
  recordOfFlow: 'The record is part of an item of a flow. Correct it in its source, or retry it as it is.',
  recordKeyFixed:
    'The field is part of the key of the record. Leave it out: with another key it would be another record.',
  recordResolved: 'The record has been processed since.',
  recordInDoubt: 'Check first whether the target has the record: its creation is in doubt.',
  recordTooDeep: ({ max }: { max: number }) => `The record cannot be shown: it is nested deeper than ${max} levels.`,
  recordTooLarge: ({ bytesMax }: { bytesMax: number }) =>
    `The record cannot be shown: it is larger than ${bytesMax} bytes as JSON.`,

  // Items
  itemEnded: 'This item has ended and cannot be canceled.',
  itemOfRun: 'This item takes the run itself through its last steps. Retry it, or cancel it.',
  itemNotDirectable: 'Only an item that is parked, or that failed, can be sent elsewhere.',
  itemAnswered: 'What the item waited for has come: it goes on by itself.',
  itemCalls: 'The item waits for another integration. Cancel it, or the item that it called.',
  itemPassed: 'The item lets newer items of its record pass, and one is on its way. Wait for its end, or cancel it.',
  itemUndoFailed: 'What the item created is not all undone. Retry the item, so that the rest is undone.',
  itemSupersededHere: 'A newer item of this record stands for it.',
  itemChildrenOpen:
    'Children of this item are on their way still, or have left something that a person must look after.',
  itemNoFlow: 'The integration has no steps any more.',
  itemStepGone: ({ step }: { step: string }) =>
    `The integration has no step "${step}" any more. Move the item instead.`,
  stepWithoutOutput: 'The step leaves no output.',
  stepOutputRead: ({ step }: { step: string }) => `Later steps read \`steps.${step}\`: say what it holds.`,
  stepNotReachable: ({ step }: { step: string }) =>
    `The item cannot go on with "${step}": its integration has no such step, or other items go through it.`,
  itemIsChildOf: 'This is a child of another item. Name that one.',
  itemNotFailed: 'Only an item that failed can be tried again.',
  itemSuperseded: 'A newer item of this record stands for it. Try that one, or this one with `with: "newest"`.',
  itemNewestNotOver:
    'The newest item of this record has not succeeded, or its record is gone: there is nothing newer to try this one with.',
  itemInDoubt:
    'The answer to a write of this item was lost. Find out whether the target has it, then retry the item with `assume`.',
  itemNotInDoubt: 'No write of this item is in doubt.',
  itemsNotRetryable: 'No item of the run matches that failed and can be tried again.',
  itemIsChild: 'This is a child of another item. Cancel that one.',
  itemTargetChanged: ({ step }: { step: string }) =>
    `Nothing was sent: the id was given to the step \`${step}\` by another system than the one that its connection points to now. Point the connection back and retry, or look after the record in the other system yourself.`,

  // Approvals
  approvalSettled: 'This approval is settled already.',
  approvalDecided: 'You have decided on this approval already. Others have to decide as well.',
  approvalOwn: 'Who started the run does not decide on it. Ask somebody else.',
  approvalOfOthers: 'Others decide on this approval: see details.approvers.',
  approvalSetUnseen: 'Name approvals by `ids`, or say with `hash` which set you saw: `GET /approvals/set`.',
  approvalUnseen:
    'All items of the run are decided on at once. Send the `hash` of the approval, which stands for what you saw.',
  approvalSetChanged:
    'The approvals are not the ones that were shown any more: some came, or were decided. Look at them again.',
  approverCannot: ({ name }: { name: string }) =>
    `Nobody decides as ${name}: it is no active member, key or role that may. Name another.`,
  delegateUnknown:
    'No member of the organization is like this. Give the id or the e-mail address of one who may decide.',
  delegateMayNot: 'This member may not decide on approvals. Choose one with a role that does.',
  delegateOwn: 'You decide for yourself anyway. Choose another member.',
  delegationOver: 'The time is over, or longer than a year. Choose an end between `starts_at` and a year from now.',
  delegationsTooMany: ({ max }: { max: number }) =>
    `You have let others decide for you ${max} times already. End one of these first.`,
  approvalHasNoForm: 'This approval has no form. Leave the values out.',

  // Callbacks
  callbackAnswered: 'This address has taken its answer already. It takes one.',
  callbackClosed: 'Nothing waits for this answer any more: its time is over, or the item has ended.',

  // Why a run cannot be executed
  runUnusable: 'The run cannot be executed.',
  runDefinitionIncomplete: 'The integration is not complete. Complete its definition.',
  flowRecordNotExplained: 'This run is of a flow: its items tell what became of a record. See GET /runs/{id}/items.',
  runDefinitionInvalid: ({ path, reason }: { path: string; reason: string }) =>
    `The definition is no longer valid: ${[path, reason].filter((part) => part !== '').join(': ')}`,
  runStateGone: ({ of, name }: { of: 'connection' | 'integration' | 'calendar'; name: string }) =>
    `A condition reads the state of the ${of} "${name}", which is not there any more, or has another name by now. Change the condition.`,
  runConnectionGone: ({ end }: { end: string }) =>
    `The ${end} connection of the integration was deleted. Choose another one.`,
  runConnectionDisabled: ({ end, name }: { end: string; name: string }) =>
    `The ${end} connection "${name}" is disabled. Enable it.`,
  runObjectUnusable: ({ end, reason }: { end: string; reason: string }) => `The ${end} object is not usable: ${reason}`,
  runLookupTableGone: 'A lookup table of the integration was deleted. Choose another one.',
  runEnrichmentGone: ({ as }: { as: string }) =>
    `Records to complete others with as "${as}" can no longer be found. Choose another object.`,
  runFindGone: ({ step }: { step: string }) =>
    `Records that \`${step}\` looks up can no longer be found by a value. Choose another object.`,
  recordsGrouped: 'The records of this run were grouped: no one of them explains a group. Preview them instead.',

  // Errors of a run
  runFailed: 'The run failed.',
  runFailedWith: ({ reason }: { reason: string }) => `The run failed: ${reason}`,
  runInternalError: 'Internal error. The hub retries.',
  runStoppedByRecord:
    'A record failed, and the integration stops at the first. Fix the record, or set `on_error.record` to dead_letter.',
  runScriptRunnerUnavailable: 'The script runner is unavailable. The hub retries.',
  runTerminated: ({ status }: { status: string }) => `The workflow was ended from outside the hub (${status}).`,
  runStillWriting: 'A segment of the run may still be writing.',
  leaseLost: 'Another segment took over.',
  runInputInvalid: ({ reason }: { reason: string }) =>
    `What the run was given does not fit: ${reason} Give \`input\` as the integration declares it.`,
  workersLost: ({ count, place }: { count: number; place: string }) =>
    `${count} workers in a row were lost while reading ${place}. Read less at once, with smaller pages or fewer fields. Runs that are not started by hand wait for an hour.`,

  callRefused: ({ name, reason }: { name: string; reason: string }) => `"${name}" could not be called: ${reason}`,
  callOfInactive: ({ name }: { name: string }) =>
    `The integration "${name}" is not active. Activate it, then retry the item.`,
  callOfDeleted: 'The integration that the step calls was deleted. Change the step, then retry the item.',
  callTakesNoInput: ({ name }: { name: string }) =>
    `The integration "${name}" takes no input any more. Give its source a payload, then retry the item.`,
  callInputInvalid: ({ name, reason }: { name: string; reason: string }) =>
    `The integration "${name}" does not take this input: ${reason}`,
  callTooDeep: ({ max }: { max: number }) =>
    `${max} runs have started each other already. Let the integrations call each other less deep.`,
  callInDoubt: 'Whether what the step called was carried out is in doubt. Resolve its failed record first.',
  callFailedAt: ({ step, message }: { step: string; message: string }) => `at the step \`${step}\`: ${message}`,
  chainTooLong: ({ max }: { max: number }) => `${max} runs have started each other already.`,

  // Entries of the log of a run
  afterNotStarted: ({ name, reason }: { name: string; reason: string }) =>
    `No run of "${name}", which starts after this one, was started: ${reason}`,
  checkFailed: ({ step, reason }: { step: string; reason: string }) =>
    `The check at \`${step}\` failed and will be asked again: ${reason}`,
  checkDisabled: 'Its connection is disabled. Enable it.',
  runQueued: 'The run was accepted.',
  runStarted: 'The run began.',
  runCancelRequested: 'Cancellation of the run was requested.',
  runSucceeded: 'The run succeeded.',
  runPartiallySucceeded: 'The run ended; some records could not be processed.',
  runRemovalsWithheld: ({ failed }: { failed: boolean }) =>
    `The run ended; records that vanished from the source were not removed.${failed ? ' Some records could not be processed, either.' : ''}`,
  itemsWithheld:
    'More records changed than `source.guard` allows, so no items were made. To make them, execute the integration with `max_items`.',
  deletionsWithheld:
    'More records are missing than the guard allows, or they may be missing by mistake, so they made no items. To make them, execute the integration with `max_deletes`.',
  withheldBecause: {
    above_guard:
      'More records are missing than the guard allows. Allow it once with `max_deletes`, or correct the source.',
    all_missing:
      'The source returned none of its earlier records. Allow it once with `max_deletes`, or correct the source.',
    unidentified_records: 'Records without a key were read, which may be the missing ones. Correct them in the source.',
    too_many_items:
      'More records changed than the guard allows. Allow it once with `max_items`, or correct the source.',
    too_many_changes:
      'More records changed than the guard allows. Allow it once with `max_items`, or correct the source.',
  },
  withheldAsks: ({ about, records }: { about: 'removals' | 'items'; records: number }) =>
    `People are asked whether ${records === 1 ? 'one record' : `${records} records`} may be ${about === 'removals' ? 'removed' : 'taken on'}. Nothing of it is done until it is approved.`,
  guardAsksRemovals:
    'More records vanished from the source than the guard allows to remove at once. Remove {count} from the target?',
  guardAsksDeletions:
    'More records vanished from the source than the guard allows at once. Let {count} go through the steps as deleted?',
  guardAsksItems: 'More records changed than the guard allows in a run. Make items of {count} changes?',
  recordsDeleted: 'Records that two complete reads in a row did not find go through the steps as deleted.',
  runCanceled: 'The run was canceled.',
  runSkipped: 'The run was skipped: another run of the integration was executing.',
  referencesUnresolved: ({ count }: { count: number }) =>
    `${count} records refer to records that the target does not have; they were written without the references.`,
  fieldsEmpty: ({ names }: { names: string }) =>
    `No record had a value for ${names}: check the paths and formulas of these mapping rules.`,
  logFull: 'The log of the run is full. Later entries are omitted.',
  scriptConsole: 'The script wrote to its console.',
  workerLost: 'The worker that executed a segment was lost, or stopped responding, before the run made progress.',
  waitForLease: 'Another segment still holds the lease of this stream. The run waits for it.',
  waitForLookup: 'The response to a write was lost. The run waits until it can look the record up in the target.',
  connectionClosed:
    'A connection cannot be used now. Items wait before the steps that use it, until it is repaired or answers again.',
  connectionGivenUp: 'The connection of the step could not be used for so long that the item does not wait any longer.',
  windowClosed: 'A window of the integration is closed. What is behind it waits until it opens.',
  runCalendarGone: 'A calendar of the integration was deleted. Choose another one.',
  waitForSystem: 'The source or target requested a pause.',
  credentialsReplaced: 'Rejected credentials have been replaced meanwhile.',
  credentialsRejected: 'The credentials were rejected.',
  duplicateKeys:
    'Several pages of the source have records with the same key. The last record of each key counts. Correct the source, or name fields in `source.key` that tell the records apart.',
  recordsRemoved: 'Records that two complete reads in a row did not find are removed from the target.',
  recordsMissingOnce:
    'Records that are missing for the first time are kept until the next complete read misses them too.',
  removalsUnidentified: 'Records without a key were read. They may be the missing ones, so nothing was removed.',
  removalsAllMissing:
    'The source returned none of its earlier records, so nothing was removed. To remove them anyway, execute the integration with `max_deletes`.',
  removalsAboveGuard:
    'More records are missing than the guard allows to remove, so nothing was removed. To remove them, execute the integration with `max_deletes`.',

  // What a run did with a record
  recordWritten: 'This run wrote the record to the target.',
  recordWrittenLater: 'A later run wrote the record. What this run did with it is not stored.',
  recordFiltered: 'The record was filtered out.',
  recordUnchanged: 'An earlier run wrote the same to the target, so this one left it alone.',
  recordNotInSource: 'The source has no record with this key now, and this run stored nothing about one.',
  recordNotStored: 'This run stored nothing about the record: it was added or changed later, or the run ended first.',

  // Calls to systems
  idsMissing: ({ calls, path }: { calls: number; path: string }) =>
    `${calls === 1 ? 'One answer to a creation' : `${calls} answers to creations`} had no id at \`${path}\`: removals and later updates by id do not reach what was created. Check whether that is where the answer holds it (\`target_id_path\`), and whether such an answer means a refusal.`,
  callsThrottled: 'The system rejected calls because there were too many.',
  callsFailed: 'Calls to the system failed, or got no response.',
  callsWaited: 'Calls waited for the rate limit of the connection, or for a pause that the system requested.',
  rateLimitExhausted: 'The rate limit of this connection is exhausted for now. The hub retries later.',
  credentialsReplacedInUse: 'The credentials were replaced while in use.',
  tokensBeingRenewed: 'Another worker is renewing the tokens of the connection.',
  tokensMayBeLost: 'A worker was lost before it stored the renewed tokens, so newer ones may not be stored.',
} as const;
