import type { JsonObject } from '../../../../core/json.ts';
import { parseTemplate, renderPlain } from '../../../kit/template.ts';
import { withSingleSlashes } from '../base-url.ts';

/** Fills a template; a hole without a value becomes the empty text. */
export type Fill = (template: string) => string;

export function compileFill(read: (name: string) => unknown): Fill {
  return (template) => renderPlain(parseTemplate(template), read);
}

/** What templates of an auth method are filled from. */
export interface AuthScope {
  /** The credential form's values. */
  form: JsonObject;
  config: JsonObject;
  /** Obtained and computed values, by their names without the dollar sign. */
  obtained?: Readonly<Record<string, unknown>>;
}

export function fillFrom({ form, config, obtained = {} }: AuthScope): Fill {
  return compileFill((name) => {
    if (name.startsWith('config.')) return readOwn(config, name.slice('config.'.length));
    return name.startsWith('$') ? readOwn(obtained, name.slice(1)) : readOwn(form, name);
  });
}

/** An address, filled. */
export function fillAddress(template: string, fill: Fill): string {
  return withSingleSlashes(fill(template));
}

function readOwn(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
