import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where `web/build` puts what it builds. */
export const webFolder = join(import.meta.dirname, '..', '..', '.cache', 'web');

export interface WebFile {
  type: string;
  /** Of each encoding that the file is kept in; `identity` always. */
  bodies: Readonly<Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>> & { identity: Uint8Array<ArrayBuffer> };
}

export type Encoding = 'br' | 'gzip' | 'identity';

/** The files of a build: no address leads to another one. */
export interface WebBuild {
  /** Names the build: a hash of what it is made of. */
  name: string;
  page: WebFile;
  /** By their names, those of the build before included: pages that are still open ask for them. */
  assets: ReadonlyMap<string, WebFile>;
}

/** The built dashboard, as far as it is there. */
export interface WebFiles {
  /** @returns `undefined` before the first build has ended. */
  find(): Promise<WebBuild | undefined>;
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
};

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Keeps the files of the newest build in memory. A build that is made meanwhile is noticed when a page is asked for. */
export function openWebFiles(folder = webFolder): WebFiles {
  let known = '';
  let reading: Promise<WebBuild> | undefined;
  return {
    find: async () => {
      const current = await readFile(join(folder, 'current'), 'utf8').catch(() => '');
      if (current === '') return reading;
      if (current !== known) {
        known = current;
        const before = reading;
        reading = readBuild(folder, current.trim().split('\n')).catch((error: unknown) => {
          known = '';
          reading = before;
          throw error;
        });
      }
      return reading;
    },
  };
}

async function readBuild(folder: string, [name = '', before]: readonly string[]): Promise<WebBuild> {
  const page = await readWebFile(join(folder, name), 'index.html');
  const older = before === undefined ? [] : await readAssets(join(folder, before)).catch(() => []);
  return { name, page, assets: new Map([...older, ...(await readAssets(join(folder, name)))]) };
}

async function readAssets(folder: string): Promise<[string, WebFile][]> {
  const assets = join(folder, 'assets');
  const names = (await readdir(assets)).filter((name) => toType(name) !== undefined);
  return Promise.all(names.map(async (name): Promise<[string, WebFile]> => [name, await readWebFile(assets, name)]));
}

async function readWebFile(folder: string, name: string): Promise<WebFile> {
  const read = async (ending: string): Promise<Uint8Array<ArrayBuffer>> => readFile(join(folder, `${name}${ending}`));
  const compressed = await Promise.all(
    encodings.map(async ([encoding, ending]) => [encoding, await read(ending).catch(() => undefined)] as const),
  );
  const found = compressed.filter(([, bytes]) => bytes !== undefined);
  return {
    type: toType(name) ?? 'application/octet-stream',
    bodies: { ...Object.fromEntries(found), identity: await read('') },
  };
}

function toType(name: string): string | undefined {
  return types[name.slice(name.lastIndexOf('.') + 1)];
}
