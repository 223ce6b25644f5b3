import { escapeTemplate } from '../template.ts';
import type { FilterLanguage } from './languages.ts';

declare const isFilter: unique symbol;

/** A filter of a request, in each of whose holes a language is named. */
export type FilterText = string & { readonly [isFilter]: true };

/** Parameters by which vendors take filters. */
const filterParameters = [
  '$filter',
  '$search',
  'cql',
  'f',
  'filter',
  'jql',
  'q',
  'query',
  'search',
  'sysparm_query',
] as const;
type FilterParameter = (typeof filterParameters)[number];

const namesOfFilters: ReadonlySet<string> = new Set(filterParameters);

/** Whether a parameter of a request takes a filter, for definitions that no compiler sees. */
export function isFilterParameter(name: string): boolean {
  return namesOfFilters.has(name.toLowerCase());
}

/** Parameters of a request. One that takes a filter is written with `filter()`. */
export type QueryTexts = Record<string, string> & { [parameter in FilterParameter]?: FilterText };

/** The text itself where every hole names its language; `never` where one does not, or the text is not known. */
type Checked<Text extends string> = string extends Text
  ? never
  : Text extends `${string}{${infer Hole}}${infer Rest}`
    ? Hole extends `${string}|${FilterLanguage}`
      ? Rest extends `${string}{${string}}${string}`
        ? Checked<Rest> extends never
          ? never
          : Text
        : Text
      : never
    : Text;

/**
 * A filter: `filter('name eq {name|odata}')`. A hole whose language is missing does not compile; `plain` says that a value
 * stands as it is.
 */
export function filter<const Text extends string>(text: Checked<Text>): FilterText {
  return toFilterText(text);
}

/** A filter that a person wrote for an integration: it stands as it is. */
export function givenFilter(text: string): FilterText {
  return toFilterText(escapeTemplate(text));
}

/** The mark exists for the compiler only. */
function toFilterText(text: string): FilterText {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A mark has no value at run time.
  return text as FilterText;
}
