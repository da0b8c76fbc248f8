import { urlOf } from '../../network/urlOf';
import { percentDecoded } from '../../base/escape';
import type { HttpLaunch, Launch, StdioLaunch } from '../definition';
import { dockerRun, imageLaunch } from './dockerRun';

/** The kinds of meaning of a pasted text. */
export type ReadingKind =
  | 'command'
  | 'address'
  | 'npm'
  | 'pypi'
  | 'image'
  | 'repository'
  | 'file'
  | 'config'
  | 'link'
  | 'hostCommand';

/** One meaning of a word, as the launch it stands for. */
export interface WordReading {
  readonly kind: ReadingKind;
  readonly launch: Launch;
}

const npmName = /^(?:@[a-z\d~-][\w.~-]*\/)?[a-z\d~-][\w.~-]*$/i;
const npmVersion = /^[\w.~^>=<*|+-]+$/;
const pypiName = /^[a-z\d](?:[\w.-]*[a-z\d])?(?:\[[\w,.-]+\])?$/i;
const imageName =
  /^(?:[a-z\d.-]+(?::\d+)?\/)?[a-z\d._-]+(?:\/[a-z\d._-]+)*(?::[\w.-]+)?(?:@sha256:[a-f\d]+)?$/;

/** The launch of an npm package by npx. */
export function npmLaunch(name: string): StdioLaunch {
  return stdio('npx', ['-y', name]);
}

/**
 * The launch of a Python package by uvx; a version may follow `==` or `@`. `source`: where the package is, so that the
 * name is one of its programs.
 */
export function pypiLaunch(name: string, source?: string): StdioLaunch {
  return stdio('uvx', source === undefined ? [name] : ['--from', source, name]);
}

/** The launch of a server at an address; one that ends in `/sse` speaks the older transport. */
export function addressLaunch(url: string, type?: HttpLaunch['type']): HttpLaunch {
  const path = urlOf(url)?.pathname ?? url;
  return { type: type ?? (/\/sse\/?$/i.test(path) ? 'sse' : 'http'), url, headers: {} };
}

const packageLaunches = {
  npm: npmLaunch,
  pypi: (name: string) => pypiLaunch(name),
  image: imageLaunch,
};

function packaged(kind: keyof typeof packageLaunches, name: string): WordReading {
  return { kind, launch: packageLaunches[kind](name) };
}

/** Every meaning of one word: a package, an image, a file or a program. None where it has none. */
export function readWord(word: string): readonly WordReading[] {
  const [, prefix, rest = ''] = /^(npm|pypi|docker|oci):(?:\/\/)?([^]+)$/.exec(word) ?? [];
  if (prefix === 'npm' || prefix === 'pypi') return [packaged(prefix, rest)];
  if (prefix !== undefined) return [packaged('image', rest)];
  if (/^[.~/\\]|^[A-Za-z]:[/\\]|\.(?:[cm]?[jt]s|py|exe|cmd|sh|jar)$|\\/i.test(word))
    return readFile(word);
  if (word.startsWith('@')) return isNpm(word) ? [packaged('npm', word)] : [];
  if (/==|\[/.test(word))
    return pypiName.test(word.replace(/==.*$/, '')) ? [packaged('pypi', word)] : [];
  return word.includes('/') || word.includes(':') ? readPath(word) : readPlain(word);
}

/** The meanings of the address of a page that stands for a package, an image or a repository. */
export function readPage(url: URL): readonly WordReading[] {
  const parts = url.pathname.split('/').filter(Boolean).map(percentDecoded);
  const host = url.hostname.replace(/^www\./, '');
  const [first, second, third] = parts;
  if (host === 'npmjs.com' && first === 'package' && second !== undefined) {
    if (!second.startsWith('@')) return [packaged('npm', second)];
    return third === undefined ? [] : [packaged('npm', `${second}/${third}`)];
  }
  if (host === 'pypi.org' && first === 'project' && second !== undefined)
    return [packaged('pypi', second)];
  if (host === 'hub.docker.com' && second !== undefined) {
    if (first === '_') return [packaged('image', second)];
    if (third === undefined) return [];
    if (first === 'r') return [packaged('image', `${second}/${third}`)];
    return first === 'mcp' ? [packaged('image', `mcp/${third}`)] : [];
  }
  return host === 'github.com' && parts.length >= 2 ? readRepository(`${first}/${second}`) : [];
}

function readRepository(path: string): readonly WordReading[] {
  const name = path.replace(/\.git$/, '');
  const program = name.split('/').at(-1) ?? name;
  return [
    { kind: 'repository', launch: stdio('npx', ['-y', `github:${name}`]) },
    { kind: 'repository', launch: pypiLaunch(program, `git+https://github.com/${name}`) },
  ];
}

/** The commands that run a file, by its ending. */
const fileRunners: readonly (readonly [RegExp, ...(readonly string[])[]])[] = [
  [/\.[cm]?js$/i, ['node']],
  [/\.py$/i, ['python'], ['uv', 'run']],
  [/\.[cm]?ts$/i, ['npx', '-y', 'tsx']],
  [/\.jar$/i, ['java', '-jar']],
];

function readFile(word: string): readonly WordReading[] {
  const [, ...runners] = fileRunners.find(([ending]) => ending.test(word)) ?? [];
  if (runners.length === 0) return [{ kind: 'command', launch: stdio(word, []) }];
  return runners.map(([program = '', ...args]) => ({
    kind: 'file',
    launch: stdio(program, [...args, word]),
  }));
}

/** With a slash or a colon: an image, or a repository where nothing says so. */
function readPath(word: string): readonly WordReading[] {
  if (!imageName.test(word)) return [];
  const image = packaged('image', word);
  const [registry = ''] = word.split('/');
  const sure =
    registry === 'mcp' || registry.includes('.') || registry.includes(':') || /[:@]/.test(word);
  return sure || word.split('/').length !== 2 ? [image] : [image, ...readRepository(word)];
}

/** A plain word may be in either registry, or a program. A version says which where it can. */
function readPlain(word: string): readonly WordReading[] {
  const isRunner = /^(?:npx|uvx|node|python3?|docker|deno|bun|bunx|uv|pnpm|npm)$/i.test(word);
  if (isRunner) return [];
  if (word.includes('@')) return isNpm(word) ? [packaged('npm', word)] : [];
  const found: WordReading[] = [];
  if (npmName.test(word)) found.push(packaged('npm', word));
  if (pypiName.test(word)) found.push(packaged('pypi', word));
  if (/^[\w.+-]+$/.test(word)) found.push({ kind: 'command', launch: stdio(word, []) });
  return found;
}

function isNpm(word: string): boolean {
  const at = word.indexOf('@', 1);
  const [name, version] = at === -1 ? [word, 'latest'] : [word.slice(0, at), word.slice(at + 1)];
  return (
    npmName.test(name) &&
    (name.startsWith('@') ? name.includes('/') : true) &&
    npmVersion.test(version)
  );
}

function stdio(command: string, args: readonly string[]): StdioLaunch {
  return dockerRun({ type: 'stdio', command, args, env: {} });
}
