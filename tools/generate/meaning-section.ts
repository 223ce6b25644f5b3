import type { Connector } from '../../connectors/kit/connector.ts';
import {
  factNames,
  type FactName,
  type Meaning,
  type NotDocumented,
  type ObjectMeaning,
  titleOfFact,
} from '../../connectors/kit/meaning/meaning.ts';
import { toPlainText } from '../../connectors/kit/type-guards.ts';
import { loadMeaning } from '../meaning/load-meaning.ts';

/** What the vendor's data means, with the pages that say so: what all objects share, then what each has of its own. */
export function renderMeaning({ id, objects }: Connector): string[] {
  const meaning = loadMeaning(id);
  if (meaning === undefined) return [];
  const own = Object.entries(meaning.objects).filter(([name]) => Object.hasOwn(objects, name));
  return [
    '## Meaning',
    meaning.asOf === undefined
      ? 'What is known of its data. Not all of the pages that are named were read for it yet.'
      : `What the vendor says about its data (read ${meaning.asOf}), and what is not known.`,
    ['| objects | fact | |', '| --- | --- | --- |', ...renderFacts('all', meaning.all), ...own.flatMap(renderOwn)].join(
      '\n',
    ),
  ];
}

function renderOwn([name, sheet]: [string, Meaning['objects'][string]]): string[] {
  return renderFacts(`\`${name}\``, sheet);
}

function renderFacts(objects: string, sheet: Partial<ObjectMeaning>): string[] {
  return factNames.flatMap((name) => {
    const fact = sheet[name];
    return fact === undefined ? [] : [`| ${objects} | ${titleOfFact(name)} | ${sayFact(fact)} |`];
  });
}

function sayFact(fact: NonNullable<ObjectMeaning[FactName]>): string {
  if ('unknown' in fact) return `Unknown: ${toCell(fact.unknown)}`;
  if ('notDocumented' in fact) return sayOpen(fact.notDocumented);
  const { page, ...content } = fact;
  const said = 'none' in content ? `None: ${content.none}` : Object.entries(content).map(sayPart).join('; ');
  return `${toCell(said)} ([source](${page}))`;
}

function sayOpen({ pages, careful }: NotDocumented<object>): string {
  const read = pages.map((page, index) => `[${index + 1}](${page})`).join(', ');
  return `${toCell(`Not documented. ${Object.entries(careful).map(sayPart).join('; ')}`)} (read: ${read})`;
}

function sayPart([name, value]: [string, unknown]): string {
  const words = name.replaceAll(/(?=[A-Z])/g, ' ').toLowerCase();
  if (name === 'answers' && Array.isArray(value)) return value.map(sayAnswer).join('; ');
  if (Array.isArray(value)) return `${words}: ${value.length === 0 ? 'nothing' : value.map(String).join(', ')}`;
  return `${words}: ${typeof value === 'object' ? `\`${JSON.stringify(value)}\`` : toPlainText(value)}`;
}

function sayAnswer(answer: { status: number; kind: string; headers?: object; body?: unknown }): string {
  const parts = [String(answer.status), ...(answer.headers === undefined ? [] : [JSON.stringify(answer.headers)])];
  if (answer.body !== undefined) parts.push(JSON.stringify(answer.body));
  return `\`${parts.join(' ')}\` is ${answer.kind}`;
}

function toCell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');
}
