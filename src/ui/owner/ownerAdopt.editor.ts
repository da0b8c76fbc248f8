import { join } from 'node:path';
import * as vscode from 'vscode';
import { reasonOf, UserError } from '../../base/errors';
import { adopt, release, type MoveEdits } from '../../config/write/adopt';
import type { Definition } from '../../config/definition';
import type { Workspace } from '../../client/workspace';
import { t } from '../chat/chatTexts';
import { applyToFile, openIfThere } from '../editing/applyToFile.editor';
import { notice } from '../window/notice.editor';
import { pickRow } from '../window/pick.editor';
import { showReasons } from './owner.editor';

/** Moves an entry of `.vscode/mcp.json` to `.vscode/roundhouse.json`; without an id it asks which. */
export async function adoptServer(model: Workspace, id?: string): Promise<void> {
  await moveServer(model, { id, source: 'folder', question: t('adoptPick') }, (texts, name) =>
    adopt(texts.mcp ?? '', texts.roundhouse, name),
  );
}

/** The reverse of {@link adoptServer}. */
export async function releaseServer(model: Workspace, id?: string): Promise<void> {
  const choice = { id, source: 'roundhouse', question: t('releasePick') };
  await moveServer(model, choice, (texts, name) =>
    release(texts.mcp, texts.roundhouse ?? '', name),
  );
}

interface Choice {
  readonly id: string | undefined;
  /** The kind of source an entry must come from. */
  readonly source: string;
  readonly question: string;
}

interface Texts {
  readonly mcp: string | undefined;
  readonly roundhouse: string | undefined;
}

async function moveServer(
  model: Workspace,
  choice: Choice,
  move: (texts: Texts, name: string) => MoveEdits,
): Promise<void> {
  try {
    const definition = await chosen(model, choice);
    if (!definition) return;
    const { name, source } = definition;
    const file = (base: string): vscode.Uri =>
      vscode.Uri.file(join(source.folder ?? '', '.vscode', base));
    const mcp = await openIfThere(file('mcp.json'));
    const roundhouse = await openIfThere(file('roundhouse.json'));
    const edits = move({ mcp: mcp?.getText(), roundhouse: roundhouse?.getText() }, name);
    // Where it goes is saved first, so that the entry is in a file at all times.
    const ours = { uri: file('roundhouse.json'), document: roundhouse, edits: edits.roundhouse };
    const theirs = { uri: file('mcp.json'), document: mcp, edits: edits.mcp };
    await applyToFile(...(choice.source === 'roundhouse' ? [theirs, ours] : [ours, theirs]));
  } catch (error) {
    showReasons([reasonOf(error)]);
  }
}

async function chosen(model: Workspace, choice: Choice): Promise<Definition | undefined> {
  const movable = Array.from(model.entries.value.values(), ({ definition }) => definition).filter(
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
