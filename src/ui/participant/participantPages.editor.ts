import * as vscode from 'vscode';
import {
  participantFound,
  participantTools,
  serverTools,
  toolCommandsShown,
} from './participantTools';
import { participantServers, serverCommandsShown } from './participantServers';
import { keptPage } from './pastTurns';
import { t } from './participantTexts';
import type { ParticipantParts } from './participant.editor';

/** Tools listed for a search. */
const mostFound = 20;

/** Answers of commands that need no model. */
export function participantPages(
  { model, costs }: Pick<ParticipantParts, 'model' | 'costs'>,
  stream: vscode.ChatResponseStream,
) {
  const result: vscode.ChatResult = { metadata: keptPage };
  const show = (text: string, enabledCommands: readonly string[], hasIcons = false) => {
    const markdown = new vscode.MarkdownString(text, hasIcons);
    markdown.isTrusted = { enabledCommands };
    stream.markdown(markdown);
    return result;
  };
  return {
    async tools(words: string, signal: AbortSignal): Promise<vscode.ChatResult> {
      const shown = costs.peek();
      if (words.trim() === '') return show(participantTools(shown), toolCommandsShown);
      const one = serverTools(words, shown);
      if (one !== undefined) return show(one, toolCommandsShown);
      const found = await model.host.searchTools(words, mostFound, signal);
      const nameOf = (id: string): string => model.entries.peek().get(id)?.definition.name ?? id;
      return show(participantFound(words, found, nameOf), toolCommandsShown);
    },
    servers(): vscode.ChatResult {
      const entries = [...model.entries.peek().values()];
      if (entries.length === 0) return this.noServers();
      return show(participantServers(entries, costs.peek(), Date.now()), serverCommandsShown, true);
    },
    noServers(): vscode.ChatResult {
      stream.markdown(t('noServers'));
      stream.button({ command: 'roundhouse.addServer', title: t('addServer') });
      return result;
    },
  };
}
