import type { Meaning } from '../kit/meaning/meaning.ts';

const smtp = 'https://www.rfc-editor.org/rfc/rfc5321';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'Messages do not change.', page: smtp },
    listing: { leavesOut: [], paging: 'whole', page: smtp },
    deletes: { seen: 'absence', how: 'A message that was sent cannot be taken back.', page: smtp },
    identity: { none: 'Messages are not looked for.', page: smtp },
    filter: { none: 'Messages are not looked for.', page: smtp },
    lag: { none: 'Messages are not looked for.', page: smtp },
    ceilings: { none: 'Sent messages are not listed.', page: smtp },
    login: { none: 'A refused login is the reply 535.', page: 'https://www.rfc-editor.org/rfc/rfc4954#section-6' },
    errorsInside: {
      none: 'A reply is a success or a failure. What fails later is told in a message of its own.',
      page: `${smtp}#section-6.1`,
    },
    scopes: {
      none: 'A login has no scopes: who may send as whom is for the server to say.',
      page: `${smtp}#section-7.9`,
    },
  },
  objects: { outgoing: {} },
};
