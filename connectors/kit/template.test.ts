import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeTemplate, isTemplate, listHoles, parseTemplate, renderPlain, renderUrlPart } from './template.ts';

function render(text: string, values: Record<string, unknown>, place: 'path' | 'query' = 'path') {
  return renderUrlPart(parseTemplate(text), place, (name) => values[name]);
}

describe('connectors/kit/template', () => {
  it.each([
    ['/users/{id}', { id: "a b/c?d#e'(é)" }, '/users/a%20b%2Fc%3Fd%23e%27%28%C3%A9%29'],
    ['/files/{+path}', { path: 'a b/c' }, '/files/a%20b/c'],
    ['/{n}-{b}', { n: 7, b: true }, '/7-true'],
    ['/a%20b/{{x}}', {}, '/a%20b/{x}'],
    ['/{"name"}', { name: 'a"\\' }, '/%22a%5C%22%5C%5C%22'],
  ])('fills %s', (text, values, url) => {
    expect(render(text, values)).toEqual({ ok: true, text: url });
  });

  it.each([
    ['missing', undefined],
    ['missing', ''],
    ['missing', null],
    ['missing', { a: 1 }],
    ['unsafe', '..'],
    ['unsafe', '.'],
  ])('refuses the %s value %j', (reason, id) => {
    expect(render('/users/{id}', { id })).toEqual({ ok: false, hole: 'id', reason });
  });

  it('refuses a step upwards within a path', () => {
    expect(render('/files/{name}', { name: '../admin' })).toEqual({ ok: false, hole: 'name', reason: 'unsafe' });
    expect(render('/files/{name}', { name: 'a\\..\\b' })).toEqual({ ok: false, hole: 'name', reason: 'unsafe' });
    expect(render('/files/{name}', { name: 'a/b..c' })).toEqual({ ok: true, text: '/files/a%2Fb..c' });
    expect(render('/files/{+path}', { path: 'a/../b' })).toEqual({ ok: false, hole: 'path', reason: 'unsafe' });
  });

  it('encodes its own text in a query', () => {
    expect(render('a&b={x}', { x: 'c&d' }, 'query')).toEqual({ ok: true, text: 'a%26b%3Dc%26d' });
  });

  it('lets no value end the quotes that it stands in', () => {
    expect(renderPlain(parseTemplate('name eq {"name"}'), () => 'a" or name pr or name eq "')).toBe(
      'name eq "a\\" or name pr or name eq \\""',
    );
  });

  it.each(['{', '}', '{}', 'a{b', 'a}b', '{a{b}}', '{a..b}', '{a[}', '{"a}'])(
    'does not take %s for a template',
    (text) => {
      expect(isTemplate(text)).toBe(false);
    },
  );

  it('names its holes once', () => {
    expect(listHoles(parseTemplate('/{a}/{+b}/{a}'))).toEqual(['a', 'b']);
  });

  it('holds any text literally once it is escaped', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(renderPlain(parseTemplate(escapeTemplate(text)), () => 'never')).toBe(text);
      }),
    );
  });
});
