import { parseDocuments } from '../../as-code/parse-documents.ts';
import type { Json } from '../../core/json.ts';
import { misuse } from '../cli-error.ts';

/** The one document of a text. @throws {CliError} */
export async function parseYaml(text: string, file: string): Promise<Json> {
  const { documents, problems } = await parseDocuments(text);
  const [first, ...more] = documents;
  const wrong = [...problems.map(({ message }) => message), ...(more.length > 0 ? ['it holds several documents'] : [])];
  if (wrong.length === 0) return first?.value ?? null;
  throw misuse(`${file === '-' ? 'Standard input' : file} is neither YAML nor JSON: ${wrong.join('\n')}`);
}
