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

  it.each(['9007199254740991', '12345678901234567000.0', '1e300', '1.5', '0x1F'])(
    'takes the number %s',
    async (number) => {
      expect(await parseYaml(`number: ${number}`, 'x.yaml')).toEqual({ number: Number(number) });
    },
  );
});
