import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';

/** What a value of the test data is as JSON; `undefined` where JSON has no such value. */
export function toJson(value: Json | undefined): Json | undefined {
  if (!isJsonObject(value)) return undefined;
  const [[kind, content] = ['', null]] = Object.entries(value);
  switch (kind) {
    case 'int64Value':
    case 'uint64Value':
      return readInteger(content);
    case 'doubleValue':
      return typeof content === 'number' ? content : undefined;
    case 'boolValue':
    case 'stringValue':
    case 'nullValue':
      return content;
    case 'listValue':
      return readList(content);
    case 'mapValue':
      return readMap(content);
    case 'objectValue':
      return readMessage(content);
    default:
      return undefined;
  }
}

function readInteger(content: Json): number | undefined {
  const number = Number(content);
  return Number.isSafeInteger(number) ? number : undefined;
}

function readList(content: Json): Json[] | undefined {
  const values = isJsonObject(content) && Array.isArray(content['values']) ? content['values'] : [];
  const items = values.map(toJson).filter((item) => item !== undefined);
  return items.length === values.length ? items : undefined;
}

function readMap(content: Json): JsonObject | undefined {
  const entries = isJsonObject(content) && Array.isArray(content['entries']) ? content['entries'] : [];
  const object: JsonObject = {};
  for (const entry of entries) {
    const name = isJsonObject(entry) && isJsonObject(entry['key']) ? entry['key']['stringValue'] : undefined;
    const value = isJsonObject(entry) ? toJson(entry['value']) : undefined;
    if (typeof name !== 'string' || value === undefined) return undefined;
    object[name] = value;
  }
  return object;
}

/** Messages that stand for JSON values, and times, which leave a formula as text. */
const plainMessages = /^type\.googleapis\.com\/google\.protobuf\.(?:\w+Value|Value|Struct|Timestamp|Duration)$/;

function readMessage(content: Json): Json | undefined {
  if (!isJsonObject(content) || !plainMessages.test(toName(content['@type']))) return undefined;
  const value = content['value'];
  // 64-bit numbers are text in the JSON of Protocol Buffers.
  return /U?Int64Value$/.test(toName(content['@type'])) ? readInteger(value ?? null) : value;
}

/** The text of a value that should be one. */
export function toName(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
