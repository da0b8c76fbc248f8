import type { ConfigSource, Definition, Input, Launch } from '../definition';
import { exportEntry, type LostField } from '../write/exportEntry';
import { fingerprintOf } from '../fingerprint';
import { parseConfig } from '../read/parseConfig';
import type { DialectId } from '../read/dialectId';
import { suggestedName } from './suggestedName';

/** A server that was found somewhere, on its way into a file. */
export interface FoundServer {
  readonly definition: Definition;
  /** What was said of it where it was found and the definition does not hold any more. */
  readonly lost: readonly LostField[];
}

/** A server that was read from what a person pasted, in the form of VS Code. */
export interface Draft extends FoundServer {
  /** Whether the name stood in the text; else it is a suggestion. */
  readonly named: boolean;
}

/** A place for definitions that come from no file. */
export function pasteSource(dialect: DialectId): ConfigSource {
  return { id: 'pasted', file: 'pasted', dialect, level: 0, readByEditor: false };
}

/** The draft of a launch that is written with VS Code's variables. */
export function launchDraft(launch: Launch, name?: string): Draft {
  const definition: Definition = {
    id: `pasted/${name ?? ''}`,
    name: name ?? suggestedName(launch),
    source: pasteSource('vscode'),
    launch,
    inputs: [],
    range: { startLine: 0, startCharacter: 0, endLine: 0, endCharacter: 0 },
    fingerprint: fingerprintOf(launch),
  };
  return { definition, named: name !== undefined, lost: [] };
}

/**
 * A definition of any host in the form of VS Code, with what that form cannot hold. What it says beyond
 * the launch stays with it.
 */
export function editorDefinition(definition: Definition): FoundServer {
  if (definition.source.dialect === 'vscode') return { definition, lost: [] };
  const { settings, ...launched } = definition;
  const { value, inputs, lost } = exportEntry(launched, 'vscode');
  const text = JSON.stringify({ servers: { [definition.name]: value }, inputs });
  const [converted] = parseConfig(text, pasteSource('vscode')).definitions;
  const missing = lost.filter(({ code }) => code !== 'secretInline');
  return {
    definition: converted ? { ...converted, ...(settings && { settings }) } : definition,
    lost: [...missing, ...unreadFields(definition)],
  };
}

/** What the file of another host says of a definition and nothing here can carry. */
export function unreadFields({ unread = [] }: Definition): readonly LostField[] {
  const code: LostField['code'] = 'unsupportedField';
  return unread.map((field) => ({ field, code }));
}

/** The same definition with another launch and inputs of its own. */
export function relaunched(
  definition: Definition,
  launch: Launch,
  inputs: readonly Input[] = definition.inputs,
): Definition {
  return { ...definition, launch, inputs, fingerprint: fingerprintOf(launch) };
}
