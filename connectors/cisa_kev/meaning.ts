import type { Meaning } from '../kit/meaning/meaning.ts';

const catalogue = 'https://www.cisa.gov/known-exploited-vulnerabilities-catalog';
const schema = 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities_schema.json';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'Entries have the day on which they were added, and none of a change.', page: schema },
    listing: { leavesOut: [], paging: 'whole', page: schema },
    deletes: { seen: 'absence', how: 'An entry that is withdrawn is no longer in the document.', page: catalogue },
    identity: { field: 'cveID', unique: true, ignoresCase: false, page: schema },
    filter: { none: 'The document comes whole.', page: catalogue },
    lag: { none: 'It is only read.', page: catalogue },
    ceilings: { none: 'The document comes whole.', page: schema },
    login: { none: 'The document is public.', page: catalogue },
    errorsInside: { none: 'Errors have a status of their own.', page: catalogue },
    scopes: { none: 'The document is public.', page: catalogue },
  },
  objects: { vulnerabilities: {} },
};
