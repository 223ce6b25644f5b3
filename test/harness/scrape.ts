/** One line of a scrape. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** What a process gave out. */
export interface Scrape {
  text: string;
  /** Type by name of the metric. */
  types: Map<string, string>;
  samples: Sample[];
  /** Sum over the samples of this name that have these labels. */
  sum(name: string, labels?: Record<string, string>): number;
}

const samplePattern = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const labelPattern = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/g;

/** Reads Prometheus's text format. @throws {Error} on a line that is none of it. */
export function parseScrape(text: string): Scrape {
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('# TYPE ')) {
      const [, , name = '', type = ''] = line.split(' ');
      if (types.has(name)) throw new Error(`${name} is there twice.`);
      types.set(name, type);
    } else if (line !== '' && !line.startsWith('#')) {
      samples.push(parseSample(line));
    }
  }
  const sum: Scrape['sum'] = (name, labels = {}) =>
    samples
      .filter((sample) => sample.name === name)
      .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
      .reduce((total, { value }) => total + value, 0);
  return { text, types, samples, sum };
}

function parseSample(line: string): Sample {
  const [, name, labels = '', value] = samplePattern.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`This is no line of a scrape: ${line}`);
  const found = [...labels.matchAll(labelPattern)];
  if (found.map(([whole]) => whole).join('') !== labels) throw new Error(`These are no labels: ${labels}`);
  return {
    name,
    labels: Object.fromEntries(found.map(([, label = '', text = '']) => [label, text])),
    value: value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value),
  };
}

/** @throws {Error} when it is not answered 200. */
export async function scrape(url: string): Promise<Scrape> {
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url} was answered ${response.status}.`);
  return parseScrape(text);
}
