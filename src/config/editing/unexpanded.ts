import type { Node } from 'jsonc-parser';
import type { ConfigSource } from '../definition';
import type { Span } from '../documents/configDocument';
import { RawOffsets, stringNodes, type ConfigTree } from './configTree';
import type { EntryView } from './entryView';

/** Something that a shell would replace, and nobody else does. */
export interface UnexpandedSpot {
  readonly written: string;
  /** The same for VS Code. */
  readonly suggestion: string;
  readonly span: Span;
}

const shells =
  /(?:^|[\\/])(?:ba|da|z|fi|k|c)?sh(?:\.exe)?$|(?:^|[\\/])(?:cmd|powershell|pwsh)(?:\.exe)?$/i;

/** `$NAME` and `%NAME%` as a word of their own or at the beginning of a path. */
const shellVariable =
  /(?<=^|[\s=:,;"'@])(?:\$([A-Z][A-Z\d_]{2,})|%([A-Za-z][A-Za-z\d_]{2,})%)(?=$|[\s/\\:,;"'])/g;

const home = /^~(?=[\\/])/g;
const homeInOption = /(?<=^-[\w-]*=)~(?=[\\/])/g;

/**
 * Variables and home folders as a shell writes them, in the order of the text. What a shell gets as its
 * argument it replaces itself, and a `~` at the beginning of a command, argument or folder is replaced
 * by VS Code as by us.
 */
export function unexpandedSpots(
  { keys, stdio }: EntryView,
  { text }: ConfigTree,
  source: ConfigSource,
): readonly UnexpandedSpot[] {
  const spotsIn = (key: string, ...patterns: readonly RegExp[]): readonly UnexpandedSpot[] => {
    const value = keys.get(key)?.value;
    return value === undefined
      ? []
      : stringNodes(value).flatMap((node) => spots(node, { text, source, patterns }));
  };
  const isShell = stdio !== undefined && shells.test(stdio.command);
  return [
    ...['command', 'cwd', 'url', 'headers'].flatMap((key) => spotsIn(key, shellVariable)),
    ...(isShell ? [] : spotsIn('args', shellVariable, homeInOption)),
    ...spotsIn('env', shellVariable, home),
  ].sort((a, b) => a.span.offset - b.span.offset);
}

interface Search {
  readonly text: string;
  readonly source: ConfigSource;
  readonly patterns: readonly RegExp[];
}

function spots(node: Node, { text, source, patterns }: Search): readonly UnexpandedSpot[] {
  const matches = patterns
    .flatMap((pattern) => [...String(node.value).matchAll(pattern)])
    .sort((a, b) => a.index - b.index);
  const raw = new RawOffsets(text, node);
  return matches.map(({ 0: written, 1: shell, 2: windows, index }) => {
    const offset = raw.at(index);
    const span = { offset, length: raw.at(index + written.length) - offset };
    return { written, suggestion: editorForm(shell ?? windows, source), span };
  });
}

/** The variable of VS Code for one of a shell; without a name for `~`. */
function editorForm(name: string | undefined, { folder }: ConfigSource): string {
  if (name === undefined || name === 'HOME' || name === 'USERPROFILE') return '${userHome}';
  if (name === 'PWD' && folder !== undefined) return '${workspaceFolder}';
  return `\${env:${name}}`;
}
