import { join } from 'node:path';
import * as vscode from 'vscode';
import { reasonOf, UserError } from '../../base/errors';
import { carriedChoices, carriedRules } from '../../config/settings/carriedPatterns';
import { moveEntry } from '../../config/write/moveEntry';
import { minimalEdit } from '../../config/write/textEdit';
import type { Definition } from '../../config/definition';
import type { Inputs } from '../../client/inputs';
import type { Workspace } from '../../client/workspace';
import { t } from '../chat/chatTexts';
import { applyToFile, openIfThere } from '../editing/applyToFile.editor';
import type { ConfigFiles } from '../window/configFiles.editor';
import { carryUserRules } from '../toolSets/toolCommands.editor';
import { notice } from '../window/notice.editor';
import { pickOne } from '../window/pick.editor';
import type { WindowContext } from '../window/windowContext.editor';
import { showReasons } from './owner.editor';

/** Context of the window for moving entries. */
export interface MoveContext {
  readonly extensionContext: WindowContext['extensionContext'];
  readonly workspace: Pick<
    Workspace,
    'entries' | 'files' | 'toolSelection' | 'activeRules' | 'carry'
  >;
  readonly config: Pick<ConfigFiles, 'sources'>;
  readonly inputs: Pick<Inputs, 'carry'>;
}

/** The file of each kind of source, in `.vscode` of a workspace folder. */
const files = { folder: 'mcp.json', roundhouse: 'roundhouse.json' } as const;
type Kind = keyof typeof files;

/** Moves an entry of `.vscode/mcp.json` to `.vscode/roundhouse.json`; without an id it asks which. */
export async function adoptServer(context: MoveContext, id?: string): Promise<void> {
  const choice = { id, source: 'folder', target: 'roundhouse', question: t('adoptPick') } as const;
  await moveServer(context, choice);
}

/** The reverse of {@link adoptServer}. */
export async function releaseServer(context: MoveContext, id?: string): Promise<void> {
  const choice = {
    id,
    source: 'roundhouse',
    target: 'folder',
    question: t('releasePick'),
  } as const;
  await moveServer(context, choice);
}

interface Choice {
  readonly id: string | undefined;
  /** The kind of source an entry must come from. */
  readonly source: Kind;
  /** The kind that it goes to. */
  readonly target: Kind;
  readonly question: string;
}

async function moveServer(context: MoveContext, choice: Choice): Promise<void> {
  try {
    const definition = await chosen(context.workspace, choice);
    if (!definition) return;
    const { name, source } = definition;
    const opened = async (kind: Kind) => {
      const uri = vscode.Uri.file(join(source.folder ?? '', '.vscode', files[kind]));
      const document = await openIfThere(uri);
      return { uri, document, before: document?.getText() };
    };
    const from = await opened(choice.source);
    const to = await opened(choice.target);
    const moved = moveEntry(
      { file: files[choice.source], text: from.before },
      { file: files[choice.target], text: to.before },
      name,
    );
    await carryValues(context, definition, choice.target);
    // Where it goes is saved first, so that the entry is in a file at all times.
    await applyToFile(
      { ...to, edits: minimalEdit(to.before ?? '', moved.to) },
      { ...from, edits: minimalEdit(from.before ?? '', moved.from) },
    );
  } catch (error) {
    showReasons([reasonOf(error)]);
  }
}

/** Gives the entry in its new file the values of its inputs, its approval, and what was decided about its tools. */
async function carryValues(
  { extensionContext, workspace, config, inputs }: MoveContext,
  definition: Definition,
  kind: string,
): Promise<void> {
  const { source } = definition;
  const targetId = source.id.replace(/^[^:]*/, kind);
  const target = config.sources.find(({ id }) => id === targetId);
  if (!target) return;
  const there = workspace.files.peek().find((file) => file.source.id === targetId)?.parsed.inputs;
  for (const { id } of definition.inputs) {
    // An input that the file declares already has the value that its servers use.
    if (!there?.some((input) => input.id === id)) await inputs.carry(id, source.file, target.file);
  }
  const change = { from: definition.id, to: `${targetId}/${definition.name}` };
  await workspace.toolSelection.rewrite((choices) => carriedChoices(choices, change));
  await workspace.activeRules.rewrite((decisions) => carriedRules(decisions, change));
  await carryUserRules({ extensionContext }, change);
  await workspace.carry(definition, { ...definition, source: target });
}

async function chosen(
  { entries }: MoveContext['workspace'],
  choice: Choice,
): Promise<Definition | undefined> {
  const movable = Array.from(entries.value.values(), ({ definition }) => definition).filter(
    ({ source }) => source.folder !== undefined && source.id.startsWith(`${choice.source}:`),
  );
  if (choice.id !== undefined) {
    const found = movable.find(({ id }) => id === choice.id);
    if (found) return found;
    throw new UserError('unknownServer', {
      server: choice.id,
      valid: movable.map(({ id }) => id),
    });
  }
  if (movable.length === 0) {
    void notice('information', t('nothingToMove'));
    return undefined;
  }
  const items = movable.map((definition) => ({
    label: definition.name,
    description: definition.source.id,
    value: definition,
  }));
  return pickOne(choice.question, items);
}
