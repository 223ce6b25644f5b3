import { weighJson } from '../../../../core/json/weigh-json.ts';
import type { Weight } from '../../../../core/json/weight.ts';

/** Maximum bytes of memory that the XML and CSV parsers need per element. */
const cost = { tag: 128, attribute: 96, cell: 72, row: 72 } as const;

/** The memory of NDJSON once parsed. */
export function weighJsonLines(text: string): Weight {
  const { bytes, names, values } = weighJson(text);
  const lines = count(text, '\n');
  return { bytes: bytes + lines * cost.row, names, values: values + lines };
}

/** The memory of XML once parsed: elements have one or two tags, and an equals sign may belong to an attribute. */
export function weighXml(text: string): Weight {
  const tags = count(text, '<');
  const attributes = count(text, '=');
  return toWeight(text, tags * cost.tag + attributes * cost.attribute, tags + attributes);
}

/** The memory of CSV rows once parsed. */
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
