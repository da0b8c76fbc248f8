import * as vscode from 'vscode';
import { participantFound, participantTools, toolCommandsShown } from '../views/participantTools';
import { participantServers, serverCommandsShown } from '../views/participantServers';
import { sayParticipant } from '../views/participantTexts';
import type { ParticipantParts } from './participant';

/** Tools that a search shows. */
const mostFound = 20;

/** What is answered without a model. */
export function participantPages(
  { model, costs }: Pick<ParticipantParts, 'model' | 'costs'>,
  stream: vscode.ChatResponseStream,
) {
  const show = (text: string, commands: readonly string[]): vscode.ChatResult => {
    const markdown = new vscode.MarkdownString(text, true);
    markdown.isTrusted = { enabledCommands: commands };
    stream.markdown(markdown);
    return {};
  };
  return {
    async tools(words: string, signal: AbortSignal): Promise<vscode.ChatResult> {
      if (words.trim() === '') return show(participantTools(costs.peek()), toolCommandsShown);
      const found = await model.host.searchTools(words, mostFound, signal);
      const nameOf = (id: string): string => model.entries.peek().get(id)?.definition.name ?? id;
      return show(participantFound(words, found, nameOf), toolCommandsShown);
    },
    servers(): vscode.ChatResult {
      const entries = [...model.entries.peek().values()];
      if (entries.length === 0) return this.noServers();
      return show(participantServers(entries, costs.peek(), Date.now()), serverCommandsShown);
    },
    noServers(): vscode.ChatResult {
      stream.markdown(sayParticipant('noServers'));
      stream.button({ command: 'roundhouse.addServer', title: sayParticipant('addServer') });
      return {};
    },
  };
}
