import * as vscode from 'vscode';
import { readPasted, wholeText, type Pasted, type Reading } from '../../config/paste/pastedServer';
import { notice, showFailure } from '../window/notice.editor';
import type { Target } from '../window/registerCommands.editor';
import { pickOne } from '../window/pick.editor';
import { leftOutText, readingPicks, unreadableText } from './importPicks';
import { t } from './importTexts';
import { enterName, pickTarget, placeServers, type ImportContext } from './placeServers.editor';

/** Longest clipboard text that is read unasked. */
const glance = 100_000;

const clipboardButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('clippy'),
  tooltip: t('addFromClipboard'),
};

/** Reads servers from pasted text and writes them into a configuration file. */
export async function addServer(context: ImportContext, target: Target): Promise<void> {
  const pasted = await enterPastedText();
  const reading = pasted && (await pickReading(pasted.readings));
  if (!reading) return;
  const leftOut = leftOutText(pasted.problems);
  if (leftOut !== undefined) void notice('warning', leftOut);
  const source = await pickTarget(context.config.sources, target, t('addTarget'));
  if (!source) return;
  const [draft] = reading.drafts;
  if (reading.drafts.length > 1 || !draft) {
    await placeServers(context, source, reading.drafts, 'open');
    return;
  }
  const name = await enterName(t('addTitle'), draft.definition.name, source);
  if (name === undefined) return;
  const definition = { ...draft.definition, name };
  await placeServers(context, source, [{ ...draft, definition }], 'chosen');
}

/** Asks until the text holds a server; `undefined` if the user cancels. */
async function enterPastedText(): Promise<Pasted | undefined> {
  // A browser asks a person before it lets anybody read the clipboard.
  const mayLook = vscode.env.uiKind === vscode.UIKind.Desktop;
  const clipboard = (): Thenable<string> => vscode.env.clipboard.readText();
  const held = mayLook ? await clipboard() : '';
  const offersIt = !mayLook || (held.length <= glance && (await holdsServer(held)));
  const box = pasteBox(offersIt);
  return new Promise((resolve) => {
    const accept = async (text: string, typed?: string): Promise<void> => {
      const pasted = await readPasted(text);
      const unreadable = unreadableText(pasted, typed);
      if (unreadable !== undefined) {
        box.validationMessage = unreadable;
        box.buttons = [clipboardButton];
        return;
      }
      resolve(pasted);
      box.hide();
    };
    const typed = async (): Promise<void> => {
      const text = mayLook ? wholeText(box.value, await clipboard()) : box.value;
      await accept(text, text);
    };
    const pasted = async (): Promise<void> => accept(await clipboard());
    box.onDidChangeValue(() => (box.validationMessage = undefined));
    box.onDidTriggerButton(() => void pasted().catch(showFailure));
    box.onDidAccept(() => void typed().catch(showFailure));
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
  });
}

function pasteBox(offersClipboard: boolean): vscode.InputBox {
  const box = vscode.window.createInputBox();
  box.title = t('addTitle');
  box.prompt = t('addPrompt');
  box.placeholder = t('addPlaceholder');
  box.ignoreFocusOut = true;
  if (offersClipboard) box.buttons = [clipboardButton];
  return box;
}

async function holdsServer(text: string): Promise<boolean> {
  return (await readPasted(text)).readings.length > 0;
}

async function pickReading(readings: readonly Reading[]): Promise<Reading | undefined> {
  return readings.length > 1 ? pickOne(t('addReading'), readingPicks(readings)) : readings[0];
}
