import type { JsonObject } from '../../core/json.ts';

/** The source record number `n`: 15 fields, about 370 bytes. */
export function toPerson(n: number): JsonObject {
  return {
    id: `rec-${String(n).padStart(7, '0')}`,
    first_name: `First${n % 977}`,
    last_name: `Last${n % 1493}`,
    work_email: `First${n % 977}.Last${n}@Example.COM`,
    department: `Department ${n % 40}`,
    job_title: 'Senior Platform Engineer',
    state: n % 9 === 0 ? 'T' : 'A',
    start_date: `20${String(10 + (n % 15)).padStart(2, '0')}-0${1 + (n % 9)}-15`,
    salary: String(40_000 + (n % 60_000)),
    remote: n % 2 === 0 ? 'yes' : 'no',
    city: 'Frankfurt am Main',
    country: 'DE',
    phone: `+49 69 ${1_000_000 + n}`,
    manager_id: `rec-${String(n >> 4).padStart(7, '0')}`,
    updated_at: '2026-01-02T03:04:05Z',
  };
}

/** The first source records, as many as are asked for. */
export function makePeople(count: number): JsonObject[] {
  return Array.from({ length: count }, (_, n) => toPerson(n));
}
