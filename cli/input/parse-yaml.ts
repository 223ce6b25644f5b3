import { parseDocuments } from '../../as-code/parse-documents.ts';
import type { Json } from '../../core/json.ts';
import { misuse } from '../cli-error.ts';
import { isForApply, isResource } from './resource-files.ts';

/** What messages call a file; `-` is standard input. */
export function nameInput(file: string): string {
  return file === '-' ? 'Standard input' : file;
}

/** The one document of a text. @throws {CliError} */
export async function parseYaml(text: string, file: string): Promise<Json> {
  const { documents, problems } = await parseDocuments(text);
  const [first, ...more] = documents;
  const name = nameInput(file);
  if (problems.length > 0) {
    throw misuse(`${name} is neither YAML nor JSON: ${problems.map(({ message }) => message).join('\n')}`);
  }
  if (more.length === 0) return first?.value ?? null;
  throw documents.some(({ value }) => isResource(value))
    ? isForApply(name)
    : misuse(`${name} holds several documents, and one is taken.`);
}
