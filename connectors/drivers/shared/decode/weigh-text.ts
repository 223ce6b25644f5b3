import { weighJson } from '../../../../core/weigh-json.ts';
import type { Weight } from '../../../../core/weight.ts';

/** Bytes that the readers of XML and CSV take for each at most, in what they hand out. */
const cost = { tag: 128, attribute: 96, cell: 72, row: 72 } as const;

/** What JSON would become of which each line is a text. */
export function weighJsonLines(text: string): Weight {
  const { bytes, names, values } = weighJson(text);
  const lines = count(text, '\n');
  return { bytes: bytes + lines * cost.row, names, values: values + lines };
}

/** What XML would become: elements have two tags, or one; a sign of equality may be an attribute's. */
export function weighXml(text: string): Weight {
  const tags = count(text, '<');
  const attributes = count(text, '=');
  return toWeight(text, tags * cost.tag + attributes * cost.attribute, tags + attributes);
}

/** What rows would become. */
export function weighRows(text: string, delimiter: string): Weight {
  const cells = count(text, delimiter);
  const rows = count(text, '\n');
  return toWeight(text, cells * cost.cell + rows * cost.row, cells + rows);
}

function toWeight(text: string, bytes: number, values: number): Weight {
  return { bytes: text.length + bytes, names: 0, values };
}

function count(text: string, sign: string): number {
  const wanted = sign.charCodeAt(0);
  let found = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) === wanted) found += 1;
  return found;
}
