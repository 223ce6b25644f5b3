import type { Meaning } from '../kit/meaning/meaning.ts';

const polling = 'https://learn.microsoft.com/en-us/windows/win32/ad/polling-for-changes-using-usnchanged';
const limits =
  'https://learn.microsoft.com/troubleshoot/windows-server/active-directory/view-set-ldap-policy-using-ntdsutil';
const ldap = 'https://www.rfc-editor.org/rfc/rfc4511';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: {
      // A number of the domain controller's own, no instant.
      field: 'uSNChanged',
      inclusive: true,
      zone: 'utc',
      granularityMs: 1,
      late: { ms: 0 },
      misses: 'What other domain controllers know and have not replicated yet.',
      page: polling,
    },
    listing: { leavesOut: ['deleted', 'what the user may not read'], paging: 'key', page: polling },
    deletes: {
      seen: 'absence',
      how: 'A deleted entry is kept as a tombstone, which searches leave out unless they ask for it.',
      page: polling,
    },
    identity: {
      field: 'dn',
      unique: true,
      ignoresCase: true,
      page: 'https://www.rfc-editor.org/rfc/rfc4517#section-4.2.15',
    },
    filter: { languages: ['ldap'], page: 'https://www.rfc-editor.org/rfc/rfc4515' },
    lag: { none: 'The domain controller that wrote finds its own write.', page: polling },
    ceilings: { pageSize: 1000, page: limits },
    login: { none: 'A bind is refused with result code 49, invalidCredentials.', page: `${ldap}#appendix-A` },
    errorsInside: { none: 'Each operation has a result code.', page: `${ldap}#section-4.1.9` },
    scopes: {
      none: 'What a user may do is in the access control lists of the entries.',
      page: 'https://learn.microsoft.com/en-us/windows/win32/ad/controlling-access-to-objects-in-active-directory-domain-services',
    },
  },
  objects: {},
};
