import type { JsonObject } from '../../core/json.ts';

/** Names as directories have them: beyond ASCII, and with characters that names of entries escape. */
const firstNames = ['Ann', 'Zoë', 'Łukasz', "O'Neil", 'Jürgen', 'María José', '美咲', 'Søren'];
const lastNames = ['Smith', 'Müller', 'Nuñez, Jr.', 'D’Angelo', 'Ōta', 'van der Berg'];
const firstDay = Date.parse('2024-01-01T00:00:00Z');

/**
 * User number `n` of an organization as `GET /api/v1/users` shows it. Every eleventh has no title, every seventh none in
 * place of a value.
 *
 * @see https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/#tag/User/operation/listUsers
 */
export function toOktaUser(n: number): JsonObject {
  const id = toUserId(n);
  const changed = new Date(firstDay + n * 60_000).toISOString();
  return {
    id,
    status: 'ACTIVE',
    created: changed,
    activated: changed,
    statusChanged: changed,
    lastLogin: null,
    lastUpdated: changed,
    passwordChanged: changed,
    type: { id: 'oty0000000000000001' },
    profile: {
      ...toNames(n),
      login: toLogin(n),
      email: toLogin(n),
      secondEmail: null,
      mobilePhone: n % 7 === 0 ? null : `+49 151 ${1_000_000 + n}`,
      employeeNumber: String(100_000 + n),
      ...(n % 11 === 0 ? {} : { title: `Engineer ${n % 5}` }),
      department: `Department ${n % 40}`,
    },
    credentials: { provider: { type: 'OKTA', name: 'OKTA' } },
    _links: { self: { href: `https://acme.okta.com/api/v1/users/${id}` } },
  };
}

/** The entry that user number `n` must become: attributes with a value, by name. */
export function toExpectedEntry(n: number): Record<string, string> {
  const { firstName, lastName } = toNames(n);
  return {
    uid: toLogin(n),
    cn: `${firstName} ${lastName}`,
    sn: lastName,
    givenName: firstName,
    mail: toLogin(n),
    employeeNumber: String(100_000 + n),
    departmentNumber: `Department ${n % 40}`,
    ...(n % 11 === 0 ? {} : { title: `Engineer ${n % 5}` }),
    ...(n % 7 === 0 ? {} : { mobile: `+49 151 ${1_000_000 + n}` }),
  };
}

/** What makes the one of the other, as a user of the hub says it. */
export const userMapping = [
  { to: 'uid', from: 'profile.login', required: true },
  { to: 'cn', formula: "profile.firstName + ' ' + profile.lastName", required: true },
  { to: 'sn', from: 'profile.lastName', required: true },
  { to: 'givenName', from: 'profile.firstName' },
  { to: 'mail', from: 'profile.email' },
  { to: 'employeeNumber', from: 'profile.employeeNumber' },
  { to: 'departmentNumber', from: 'profile.department' },
  { to: 'title', from: 'profile.title' },
  { to: 'mobile', from: 'profile.mobilePhone' },
];

function toUserId(n: number): string {
  return `00u${String(n).padStart(17, '0')}`;
}

function toNames(n: number): { firstName: string; lastName: string } {
  return {
    firstName: firstNames[n % firstNames.length] ?? '',
    lastName: lastNames[n % lastNames.length] ?? '',
  };
}

/** A plus sign has a meaning in names of entries. */
function toLogin(n: number): string {
  return n % 3 === 0 ? `user+${n}@acme.example` : `user.${n}@acme.example`;
}
