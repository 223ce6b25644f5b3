/**
 * Languages that vendors' filters are written in, and how each writes a value so that it is nothing but a value.
 *
 * A hole of a template names its language: `{name|odata}`. It stands for the whole literal, quotes included.
 */

/** A value in a filter. */
export type FilterValue = string | number | boolean;

/** @returns `undefined` for a value that the language has no way to write. */
type WriteLiteral = (value: FilterValue) => string | undefined;

const languages = {
  /**
   * Apostrophes are doubled.
   *
   * @see https://learn.microsoft.com/en-us/graph/query-parameters#escaping-single-quotes
   */
  odata: orBare((text) => `'${text.replaceAll("'", "''")}'`),
  /**
   * CrowdStrike's. In brackets, `name:[{name|fql}]`, a value is compared as a whole instead of in parts.
   *
   * @see https://github.com/CrowdStrike/psfalcon/wiki/Filtering-Results
   */
  fql: orBare(quoteForFalcon),
  /**
   * For fields that match in lower case only, such as the names of host groups.
   *
   * @see https://github.com/CrowdStrike/psfalcon/issues/30
   */
  fql_lower: orBare((text) => quoteForFalcon(text.toLowerCase())),
  /** @see https://support.atlassian.com/jira-software-cloud/docs/search-syntax-for-text-fields/ */
  jql: (value) => quoteDouble(String(value)),
  /**
   * Words for the operator `~` of JQL, which reads them as a query of its own. Characters that are no words are not in its
   * index, so that leaving them out loses nothing; in lower case, no word is an operator.
   *
   * @see https://support.atlassian.com/jira-software-cloud/docs/search-syntax-for-text-fields/
   */
  jql_words: (value) => {
    const words = String(value)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}_]+/gu);
    return words === null ? undefined : `"${words.join(' ')}"`;
  },
  /**
   * ServiceNow's, whose values end at `^` without any escape, and are scripts where they begin with `javascript:`.
   *
   * @see https://servicenow.github.io/sdk/guides/encoded-query-guide
   */
  encoded_query: (value) => {
    const text = String(value);
    return text.includes('^') || /^\s*javascript:/i.test(text) ? undefined : text;
  },
  /** Strings are those of JSON. @see https://www.rfc-editor.org/rfc/rfc7644#section-3.4.2.2 */
  scim: (value) => JSON.stringify(value),
  /** A phrase, where nothing but its quotes and backslashes is an operator. @see https://lucene.apache.org/core/9_0_0/queryparser/org/apache/lucene/queryparser/classic/package-summary.html */
  lucene: (value) => quoteDouble(String(value)),
  /** @see https://developer.salesforce.com/docs/platform/salesforce-soql-sosl/guide/sforce-api-calls-soql-select-quotedstringescapes.html */
  soql: orBare((text) => `'${text.replace(/['"\\]/g, String.raw`\$&`).replace(/[\n\r\t]/g, nameOfControl)}'`),
  /** Confluence's. @see https://developer.atlassian.com/cloud/confluence/advanced-searching-using-cql/ */
  cql: (value) => quoteDouble(String(value)),
  /** Strings are those of JSON. @see https://spec.graphql.org/October2021/#sec-String-Value */
  graphql: (value) => JSON.stringify(value),
  /** XPath 1.0 has no escapes: a text with both kinds of quotes is put together. @see https://www.w3.org/TR/xpath-10/#NT-Literal */
  xpath: orBare(quoteForXpath),
  /** Without quotes. @see https://www.rfc-editor.org/rfc/rfc4515#section-3 */
  ldap: (value) => String(value).replace(/[\0()*\\]/g, toLdapCode),
  /** A JSON value, for languages whose strings are JSON's. */
  json: (value) => JSON.stringify(value),
  /** A part of an address within a body. */
  url: (value) => encodeURIComponent(String(value)),
  /** As it is: plain words of a full-text search, the name of a field, or an expression that somebody else wrote. */
  plain: String,
} as const satisfies Readonly<Record<string, WriteLiteral>>;

export type FilterLanguage = keyof typeof languages;

const all: ReadonlyMap<string, WriteLiteral> = new Map(Object.entries(languages));

export function isFilterLanguage(text: string): text is FilterLanguage {
  return all.has(text);
}

/** Writes a value as a literal of a language. @returns `undefined` for a value that the language cannot write. */
export function writeLiteral(language: FilterLanguage, value: FilterValue): string | undefined {
  return languages[language](value);
}

/** Numbers and truth values stand without quotes. */
function orBare(quote: (text: string) => string): WriteLiteral {
  return (value) => (typeof value === 'string' ? quote(value) : String(value));
}

function quoteForFalcon(text: string): string {
  return `'${text.replace(/['\\]/g, String.raw`\$&`)}'`;
}

function quoteDouble(text: string): string {
  return `"${text.replace(/["\\]/g, String.raw`\$&`)}"`;
}

const controls: Readonly<Record<string, string>> = { '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\t` };

function nameOfControl(char: string): string {
  return controls[char] ?? '';
}

function toLdapCode(char: string): string {
  return `\\${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

function quoteForXpath(text: string): string {
  if (!text.includes("'")) return `'${text}'`;
  if (!text.includes('"')) return `"${text}"`;
  return `concat('${text.split("'").join(`', "'", '`)}')`;
}
