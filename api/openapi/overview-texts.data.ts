/** The same as `component-texts.data.ts`, for what is read across resources, the organization, and links to connect by. */
const link = {
  account_id: 'The account of the customer.',
  service_types: 'Ids of the connectors that the customer can choose from.',
  used_at: 'When something was connected by it.',
  status: 'Whether it can still be used.',
  return_url: 'Where the browser goes in the end.',
  expires_in_hours: 'How long it can be used.',
};
const sums = {
  runs: 'How many runs.',
  failed: 'Failed records.',
  written: 'Records that were written.',
  count: 'How many records.',
};

export const overviewTexts = {
  Attention: {
    description: 'Something that needs a person.',
    members: { kind: 'What is wrong.', subject: 'What it is about.' },
  },
  Connected: { description: 'What came of a link.' },
  ConnectAuthorization: { description: 'The authorization of a system by its vendor.' },
  ConnectInput: { description: 'A system, as the holder of a link describes it.' },
  ConnectTokenInput: { description: 'Which link.' },
  ConnectionLink: { description: 'A link by which a customer connects a system of theirs.', members: link },
  ConnectionLinkInput: { description: 'For whom a link is, and what can be connected by it.', members: link },
  CalendarUse: {
    description: 'An integration that names a calendar.',
    members: { status: 'The state of the integration.' },
  },
  ConnectionUse: {
    description: 'An integration that uses a connection.',
    members: { status: 'The state of the integration.' },
  },
  FailedRecordGroup: {
    description: 'Failed records with what they have in common.',
    members: { ...sums, newest_at: 'When the newest of them failed.' },
  },
  NewConnectionLink: { description: 'A new link, with its address, which is returned only once.', members: link },
  OpenConnectionLink: {
    description: 'A link, as its holder sees it.',
    members: { organization: 'Who asks for the connection.', logo: 'Its logo, as a `data:` address.' },
  },
  Organization: { description: 'The tenant.', members: { logo: 'Its logo, as a `data:` address.' } },
  OrganizationPatch: {
    description: 'A change of the organization.',
    members: { require_if_match: 'As it is.', logo: 'Its logo; `null` takes it away.' },
  },
  RecordTrace: {
    description: 'What is known of a record over all runs.',
    members: {
      key: 'The key of the source record.',
      item_id: 'The item of the flow.',
      item_status: 'Where the item stands.',
    },
  },
  RunStats: {
    description: 'Runs by when and how they ended.',
    members: {
      ...sums,
      from: 'The beginning.',
      to: 'The end, which is not part of it.',
      bucket: 'The length of a bucket.',
      at: 'The beginning of the bucket.',
      status: 'How they ended.',
    },
  },
  SearchHit: { description: 'Something that was found.', members: { kind: 'What it is.' } },
};
