import type { Meaning } from '../kit/meaning/meaning.ts';

const protocol = 'https://www.rfc-editor.org/rfc/rfc3416';
const mib = 'https://www.rfc-editor.org/rfc/rfc2863';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'A table takes no instant.', page: protocol },
    listing: {
      leavesOut: ['what the view of the user or community hides'],
      paging: 'key',
      page: `${protocol}#section-4.2.3`,
    },
    deletes: { seen: 'absence', how: 'A row that was removed is not answered any more.', page: mib },
    identity: { none: 'Rows are addressed by their index.', page: mib },
    filter: { none: 'Rows are addressed by their object identifiers.', page: protocol },
    lag: { none: 'The agent answers from its own state.', page: protocol },
    ceilings: { none: 'An answer has as many values as fit into a message.', page: `${protocol}#section-4.2.3` },
    login: {
      none: 'An agent does not answer a wrong community; version 3 reports usmStatsWrongDigests.',
      page: 'https://www.rfc-editor.org/rfc/rfc3414#section-3.2',
    },
    errorsInside: {
      none: 'Values may be noSuchObject, noSuchInstance or endOfMibView, which are no values.',
      page: `${protocol}#section-4.2.1`,
    },
    scopes: {
      none: 'A user or community sees what the view that the agent gives it has.',
      page: 'https://www.rfc-editor.org/rfc/rfc3415',
    },
  },
  objects: {
    interfaces: {
      listing: {
        leavesOut: ['what the view of the user or community hides'],
        paging: 'key',
        page: `${mib}#section-3.1.5`,
      },
      deletes: {
        seen: 'absence',
        how: 'Indexes of interfaces may change with a restart of the agent.',
        page: `${mib}#section-3.1.5`,
      },
    },
  },
};
