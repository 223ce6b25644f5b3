/** The same as `component-texts.data.ts`, for what begins items of flows, and what they wait for. */
const approval = {
  run_id: 'The run that carries the item.',
  item_id: 'The item that waits.',
  key: 'Key of the record that the item is about.',
  step: 'The step that waits.',
  status: 'Whether somebody has to decide, or how it was decided.',
  message: 'What is asked.',
  approvers: 'Who may decide.',
  quorum: 'How many have to approve.',
  decisions: 'Who has decided so far, and how.',
  actor: 'Who decided.',
  decision: 'What was decided.',
  comment: 'Why.',
  at: 'When.',
  requested_at: 'When the item came to the step.',
  due_at: 'When it is given up.',
  ended_at: 'When it was decided, or given up.',
};

export const flowTexts = {
  AcceptedCallback: {
    description: 'Says that what another system has sent is stored.',
    members: { accepted: 'Always true.', status: 'Always `success`.' },
  },
  Approval: { description: 'What an item of a flow waits for: that people approve.', members: approval },
  ApprovalDetail: { description: 'An approval, with the form that goes with it.', members: approval },
  ApprovalDelegation: { description: 'A member who lets another one decide on approvals, for a time.' },
  ApprovalDelegationInput: { description: 'Who decides instead, and until when.' },
  ApprovalEventData: { description: 'Approvals of a run at a step that were asked for, or decided, at once.' },
  ApprovalSet: { description: 'Open approvals that the caller may decide on, as one set.' },
  DecideApprovalsInput: {
    description: 'One decision on several approvals.',
    members: { comment: 'Why. Shown to all who may read runs.', form: 'Values that fit the form of each of them.' },
  },
  DecidedApprovals: { description: 'What became of a decision on several approvals.' },
  ApproveInput: {
    description: 'An approval of what is asked.',
    members: { comment: 'Why. Shown to all who may read runs.' },
  },
  RejectInput: {
    description: 'A refusal of what is asked.',
    members: { comment: 'Why. Shown to all who may read runs.' },
  },
  AfterTrigger: {
    description: 'Starts a run when a run of another integration ends.',
    members: { type: 'The type of trigger.' },
  },
  EventTrigger: {
    description: 'Starts runs when the source has changed: asked every so often, and told by webhooks or programs.',
    members: { type: 'The type of trigger.' },
  },
  SendEventsInput: {
    description: 'Events of a program, which say that the source has changed.',
    members: { events: 'One or more events.' },
  },
  PayloadSource: {
    description: 'Takes what is delivered, or given to `execute`, as the records, instead of reading the source.',
  },
  SourceGuard: { description: 'The most changes of a run of a flow.' },
};
