import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { compileFormula } from '../compile-formula.ts';

function evaluate(text: string, record: JsonObject): unknown {
  const compiled = compileFormula(text);
  if (!compiled.ok) throw new Error(compiled.problems[0]?.message);
  return compiled.formula.evaluate(record, { now: 0 });
}

describe('formula/functions/failures', () => {
  it.each<[string, string]>([
    ['hexDecode(v)', 'abc'],
    ['hexDecode(v)', 'ff'],
    ['base64UrlDecode(v)', '*'],
    ["parseCsvLine(v, ',,')", 'zq1'],
    ['parseCsvLine(v)', '"zq1'],
    ['parseCsvLine(v)', '"zq"1'],
    ["csvLine([v], '\"')", 'zq1'],
    ["uuidV5('name', v)", 'nowhere'],
    ['normalizeEmail(v)', 'Ada <ada@example.com>'],
    ['emailDomain(v)', 'ada'],
    ['phoneE164(v)', '030 901820'],
    ["phoneE164(v, 'DE')", '1'.repeat(100_000)],
    ["phoneE164('030 901820', v)", 'de'],
    ["username('Ada', 'Lovelace', v)", '{middle}'],
    ['normalizeIp(v)', '10.1'],
    ['normalizeIp(v)', 'fe80::1%eth0'],
    ["cidrContains(v, '10.0.0.1')", '10.0.0.0/08'],
    ['normalizeMac(v)', '00:1A-2B:3C:4D:5E'],
    ['parseArn(v)', 'arn:aws:iam'],
    ['parseUrl(v)', '/relative'],
    ['round(2.5, 0, v)', 'sideways'],
    ['getPath({"a": 1}, v)', 'a['],
    ['addBusinessDays(v, 1)', 'soon'],
    ["businessDaysBetween('2026-11-20', '2026-11-27', [v])", 'Christmas'],
  ])('%s refuses %.40j, and says nothing of it', (formula, value) => {
    expect(() => evaluate(formula, { v: value })).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
    expect(() => evaluate(formula, { v: value })).not.toThrow(value);
  });

  it.each([
    ['addBusinessDays("2026-11-20", 1000000)', 'out_of_range'],
    ['businessDaysBetween("0001-01-01", "9999-12-31")', 'out_of_range'],
    ['mask("abc", -1)', 'out_of_range'],
    ['range(2000).map(x, range(50).map(y, sha256(v)))', 'fuel_exhausted'],
    ['repeat(transliterate(v), 1000).mask()', 'too_large'],
    ['range(1000).map(x, addBusinessDays("2026-11-20", 10000))', 'fuel_exhausted'],
  ])('%s ends with %s', (formula, code) => {
    expect(() => evaluate(formula, { v: '北'.repeat(1000) })).toThrow(expect.objectContaining({ code }));
  });

  it.each<[string, unknown]>([
    ["cidrContains('10.0.0.0/8', '::ffff:10.0.0.1')", true],
    ["cidrContains('0.0.0.0/0', '::1')", false],
    ["cidrContains('10.1.0.0/16', '10.0.0.0/8')", false],
    ["cidrContains('10.1.2.3/8', '10.9.9.9')", true],
    ["isPublicIp('::ffff:10.0.0.1')", false],
    ["isPublicIp('fd00::1')", false],
    ["stableId('a', ['b', 1]) == stableId('a', ['b', 1])", true],
    ["stableId({'a': 1, 'b': 2}) == stableId({'b': 2, 'a': 1})", true],
    ["stableId(1) == stableId('1')", false],
    ["addBusinessDays('2026-11-21', 0)", '2026-11-21'],
    ["addBusinessDays('2026-11-21', 1)", '2026-11-23'],
    ["businessDaysBetween('2026-11-27', '2026-11-20')", -5],
    ["startOfDay('2026-03-29T12:00:00Z', 'Europe/Berlin')", '2026-03-28T23:00:00Z'],
    ["snakeCase('createdAt')", 'created_at'],
    ["parseCsvLine(csvLine(['', 'a\\nb', ' ']))", ['', 'a\nb', ' ']],
    ["parseCsvLine('')", ['']],
    ["parseUrl('https://x.org/?a=1&a=2').query", { a: ['1', '2'] }],
    ["queryDecode('__proto__=1').constructor ?? 'none'", 'none'],
    ["mask('😀😀', 1)", '*😀'],
  ])('%s gives %j', (formula, expected) => {
    expect(evaluate(formula, {})).toEqual(expected);
  });
});
