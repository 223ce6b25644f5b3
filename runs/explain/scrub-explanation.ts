import type { Explanation } from '../../core/explanations.ts';
import type { Json } from '../../core/json.ts';
import { type Scrub, scrubJson } from '../../core/telemetry/scrub.ts';

/** Blanks secrets out of the values of an explanation; its own words stay. */
export function scrubExplanation({ filter, fields, ...rest }: Explanation, scrub: Scrub): Explanation {
  return {
    ...rest,
    ...(filter && { filter: scrubParts(filter, scrub) }),
    ...(fields && { fields: fields.map((field) => scrubHolder(scrubParts(field, scrub), scrub)) }),
  };
}

type Holder = { value?: Json | undefined };

function scrubParts<Parts extends { sources: Holder[]; steps: Holder[]; error?: { message: string } | undefined }>(
  parts: Parts,
  scrub: Scrub,
): Parts {
  const { error } = parts;
  return {
    ...parts,
    sources: parts.sources.map((source) => scrubHolder(source, scrub)),
    steps: parts.steps.map((step) => scrubHolder(step, scrub)),
    ...(error && { error: { ...error, message: scrub(error.message) } }),
  };
}

function scrubHolder<One extends Holder>(holder: One, scrub: Scrub): One {
  return holder.value === undefined ? holder : { ...holder, value: scrubJson(holder.value, scrub) };
}
