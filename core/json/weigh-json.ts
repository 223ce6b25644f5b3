import { NameCounter } from '../telemetry/name-counter.ts';
import { type Weight, weightOf } from './weight.ts';

const [quote, backslash, comma, colon, openList, openObject] = [0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x7b];
const lastLatin1 = 0xff;

/**
 * Counts what JSON text would become, without building any of it.
 *
 * Text that is not JSON has some weight as well: whether it is JSON is the parser's to say.
 */
export function weighJson(text: string): Weight {
  const names = new NameCounter();
  let [containers, values, texts, start, end, codes] = [0, 0, 0, 0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      texts += 1;
      start = at + 1;
      for (at = start; at < text.length; at += 1) {
        const inside = text.charCodeAt(at);
        if (inside === quote) break;
        codes |= inside;
        if (inside === backslash) at += 1;
      }
      end = at;
    } else if (code === comma) values += 1;
    else if (code === openList || code === openObject) containers += 1;
    // Only now it is known that the last text was a name.
    else if (code === colon) names.add(text, start, end);
  }
  const characters = codes > lastLatin1 ? 2 * text.length : text.length;
  return weightOf({ characters, containers, values, texts, names: names.different, numerals: names.numerals });
}
