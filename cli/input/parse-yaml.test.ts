import { describe, expect, it } from 'vitest';
import { parseDocuments } from '../../as-code/parse-documents.ts';
import { parseYaml } from './parse-yaml.ts';

describe('cli/input/parse-yaml', () => {
  it.each(['007', '0x1F', '1e3', '1.10', '~', 'null', 'true', '12345678901234567890', '2021-01-01', 'no'])(
    'takes the key %s as it stands',
    async (key) => {
      expect(await parseYaml(`entries: { ${key}: a }`, 'x.yaml')).toEqual({ entries: { [key]: 'a' } });
      expect(await parseYaml(`- ${key}: [{ ${key}: a }]`, 'x.yaml')).toEqual([{ [key]: [{ [key]: 'a' }] }]);
    },
  );

  it.each(['12345678901234567890', '-9007199254740993', '+9007199254740993', '9007199254740994'])(
    'refuses the number %s, whose digits would not stay what they are',
    async (number) => {
      const { problems } = await parseDocuments(`metadata:\n  number: ${number}\n`);

      expect(problems).toEqual([{ line: 2, message: 'the number in line 2 is too long: it needs quotes' }]);
      expect(await parseYaml(`{ number: '${number}' }`, 'x.yaml')).toEqual({ number });
    },
  );

  it.each([
    ['007', 'begins with a zero, which no number keeps: it needs quotes'],
    ['.inf', 'is not finite, which JSON cannot say'],
    ['.nan', 'is not finite, which JSON cannot say'],
    ['1e999', 'is not finite, which JSON cannot say'],
  ])('refuses the number %s, which would become another value', async (number, reason) => {
    const { problems } = await parseDocuments(`metadata:\n  number: ${number}\n`);

    expect(problems).toEqual([{ line: 2, message: `the number in line 2 ${reason}` }]);
  });

  it.each(['{ a: x, a: y }', "{ 1: x, '1': y }", '{ null: x, "null": y }'])(
    'refuses %s, in which a member stands twice',
    async (map) => {
      const { problems } = await parseDocuments(`kind: account\nmetadata: ${map}\n`);

      expect(problems).toEqual([
        { line: 2, message: expect.stringMatching(/^Map keys must be unique: \w+ in line 2/) },
      ]);
    },
  );

  it('tells of a reference without quotes within braces once, with the remedy', async () => {
    const { problems } = await parseDocuments(
      'kind: integration\nsource: { connection_id: ${connection:A}, object: x }\nb: 1\n',
    );

    expect(problems).toEqual([
      {
        line: 2,
        message: expect.stringMatching(
          /^Within braces and brackets, a text with \$\{…\} needs quotes at line 2, column 27:\n/,
        ),
      },
    ]);
  });

  it.each([
    ["a: 'it's'\nb: 'it's'\nc: 1\n", [1]],
    ['a: @x\nb: `y`\n', [1, 2]],
    ["a: 'it's'\n---\nb: 'it's'\n", [1, 3]],
  ])('tells of %j what is wrong, and not what follows from it', async (text, lines) => {
    const { problems } = await parseDocuments(text);

    expect(problems.map(({ line }) => line)).toEqual(lines);
  });

  it('takes over the members of another map by a merge key, and a quoted one as it stands', async () => {
    const text = "base: &base { a: 1, b: 2 }\nown: { <<: *base, b: 3, '<<': x }";

    expect(await parseYaml(text, 'x.yaml')).toEqual({ base: { a: 1, b: 2 }, own: { a: 1, b: 3, '<<': 'x' } });
  });

  it('says so where an alias stands within what it stands for', async () => {
    const { problems } = await parseDocuments('entries: &all\n  own: *all\n');

    expect(problems).toEqual([{ message: 'an alias stands within what it stands for' }]);
  });

  it('reads many members and tells many problems, each for the same effort', async () => {
    const lines = Array.from({ length: 40_000 }, (_, index) => `  key${index}: ${index % 2 === 0 ? 'x' : '007'}`);

    const { problems } = await parseDocuments(`entries:\n${lines.join('\n')}\n`);

    expect(problems).toHaveLength(20_000);
    expect(problems.at(-1)).toMatchObject({ line: 40_001 });
  });

  it.each(['9007199254740991', '12345678901234567000.0', '1e300', '1.5', '0x1F'])(
    'takes the number %s',
    async (number) => {
      expect(await parseYaml(`number: ${number}`, 'x.yaml')).toEqual({ number: Number(number) });
    },
  );
});
