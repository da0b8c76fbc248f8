import { join } from 'node:path';
import * as vscode from 'vscode';
import { reasonOf, UserError } from '../../base/errors';
import { carriedChoices, carriedRules } from '../../config/settings/carriedPatterns';
import { adopt, release, type MoveEdits } from '../../config/write/adopt';
import type { Definition } from '../../config/definition';
import type { Inputs } from '../../client/inputs';
import type { Workspace } from '../../client/workspace';
import { t } from '../chat/chatTexts';
import { applyToFile, openIfThere } from '../editing/applyToFile.editor';
import type { ConfigFiles } from '../window/configFiles.editor';
import { carryUserRules } from '../toolSets/toolCommands.editor';
import { notice } from '../window/notice.editor';
import { pickRow } from '../window/pick.editor';
import type { WindowContext } from '../window/windowContext.editor';
import { showReasons } from './owner.editor';

/** Context of the window for moving entries. */
export interface MoveContext {
  readonly context: WindowContext['context'];
  readonly model: Pick<Workspace, 'entries' | 'files' | 'toolSelection' | 'activeRules' | 'carry'>;
  readonly config: Pick<ConfigFiles, 'sources'>;
  readonly inputs: Pick<Inputs, 'carry'>;
}

/** Moves an entry of `.vscode/mcp.json` to `.vscode/roundhouse.json`; without an id it asks which. */
export async function adoptServer(context: MoveContext, id?: string): Promise<void> {
  const choice = { id, source: 'folder', target: 'roundhouse', question: t('adoptPick') };
  await moveServer(context, choice, (texts, name) =>
    adopt(texts.mcp ?? '', texts.roundhouse, name),
  );
}

/** The reverse of {@link adoptServer}. */
export async function releaseServer(context: MoveContext, id?: string): Promise<void> {
  const choice = { id, source: 'roundhouse', target: 'folder', question: t('releasePick') };
  await moveServer(context, choice, (texts, name) =>
    release(texts.mcp, texts.roundhouse ?? '', name),
  );
}

interface Choice {
  readonly id: string | undefined;
  /** The kind of source an entry must come from. */
  readonly source: string;
  /** The kind that it goes to. */
  readonly target: string;
  readonly question: string;
}

interface Texts {
  readonly mcp: string | undefined;
  readonly roundhouse: string | undefined;
}

async function moveServer(
  context: MoveContext,
  choice: Choice,
  move: (texts: Texts, name: string) => MoveEdits,
): Promise<void> {
  try {
    const definition = await chosen(context.model, choice);
    if (!definition) return;
    const { name, source } = definition;
    const file = (base: string): vscode.Uri =>
      vscode.Uri.file(join(source.folder ?? '', '.vscode', base));
    const mcp = await openIfThere(file('mcp.json'));
    const roundhouse = await openIfThere(file('roundhouse.json'));
    const texts = { mcp: mcp?.getText(), roundhouse: roundhouse?.getText() };
    const edits = move(texts, name);
    await carryValues(context, definition, choice.target);
    // Where it goes is saved first, so that the entry is in a file at all times.
    const ours = {
      uri: file('roundhouse.json'),
      document: roundhouse,
      before: texts.roundhouse,
      edits: edits.roundhouse,
    };
    const theirs = { uri: file('mcp.json'), document: mcp, before: texts.mcp, edits: edits.mcp };
    await applyToFile(...(choice.source === 'roundhouse' ? [theirs, ours] : [ours, theirs]));
  } catch (error) {
    showReasons([reasonOf(error)]);
  }
}

/** Gives the entry in its new file the values of its inputs, its approval, and what was decided about its tools. */
async function carryValues(
  { context, model, config, inputs }: MoveContext,
  definition: Definition,
  kind: string,
): Promise<void> {
  const { source } = definition;
  const targetId = source.id.replace(/^[^:]*/, kind);
  const target = config.sources.find(({ id }) => id === targetId);
  if (!target) return;
  const there = model.files.peek().find((file) => file.source.id === targetId)?.parsed.inputs;
  for (const { id } of definition.inputs) {
    // An input that the file declares already has the value that its servers use.
    if (!there?.some((input) => input.id === id)) await inputs.carry(id, source.file, target.file);
  }
  const change = { from: definition.id, to: `${targetId}/${definition.name}` };
  await model.toolSelection.rewrite((choices) => carriedChoices(choices, change));
  await model.activeRules.rewrite((decisions) => carriedRules(decisions, change));
  await carryUserRules({ context }, change);
  await model.carry(definition, { ...definition, source: target });
}

async function chosen(
  { entries }: MoveContext['model'],
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
    definition,
  }));
  return (await pickRow(choice.question, items))?.definition;
}
