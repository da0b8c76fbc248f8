import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable';
import type { Answer, Question } from './question';
import { obstacleOf, type RegistryChoice } from './registryChoice';
import type { RegistryServer } from './registrySchema';
import type { RegistrySearch } from './registrySearch';
import { choicePick, registryPicks, type RegistryPick } from './registryPicks';
import {
  askedAtOnce,
  optionalPicks,
  typedAnswer,
  valueProblem,
  valueQuestion,
} from './registryQuestions';
import { t } from './registryTexts';

/** Shows search results while the user types; `undefined` if they cancel. */
export function askServer(
  search: RegistrySearch,
  isInstalled: (server: RegistryServer) => boolean,
): Promise<RegistryServer | undefined> {
  const store = new DisposableStore();
  const picker = store.add(createPicker());
  /** Index of the first row of the page that was requested last. */
  let next: number | undefined;
  const typed = (value: string): void => {
    next = undefined;
    search.search(value);
  };
  const more = (): void => {
    next = search.state.peek().servers.length;
    search.more();
  };
  store.add(picker.onDidChangeValue(typed));
  store.add(
    effect(() => {
      const state = search.state.value;
      picker.busy = state.busy;
      picker.items = registryPicks(state, isInstalled);
      const first = next === undefined || state.busy ? undefined : picker.items[next];
      const active = state.error ? picker.items.at(-1) : first;
      if (active) picker.activeItems = [active];
    }),
  );
  return new Promise((resolve) => {
    store.add(
      picker.onDidAccept(() => {
        const [item] = picker.selectedItems;
        if (item?.act === 'more') more();
        if (item?.act !== 'install') return;
        resolve(item.server);
        picker.hide();
      }),
    );
    store.add(
      picker.onDidHide(() => {
        resolve(undefined);
        store.dispose();
      }),
    );
    search.search('');
    picker.show();
  });
}

function createPicker(): vscode.QuickPick<RegistryPick> {
  const picker = vscode.window.createQuickPick<RegistryPick>();
  picker.title = t('title');
  picker.placeholder = t('placeholder');
  picker.matchOnDescription = true;
  picker.ignoreFocusOut = true;
  // A further page goes to the end, and who reads stays where they are.
  picker.keepScrollPosition = true;
  // The editor would sort what matches by its label, further pages and "Load More" among the rest. Its
  // switch for that works and is missing in its declarations.
  Object.assign(picker, { sortByLabel: false });
  return picker;
}

/** Asks for a choice; those that cannot be installed are shown with their reason. */
export async function askChoice(
  server: string,
  choices: readonly RegistryChoice[],
): Promise<RegistryChoice | undefined> {
  const picks = choices.map((choice) => ({ ...choicePick(choice, obstacleOf(choice)), choice }));
  const placeHolder = t('pickChoice', { server });
  const options = { title: server, placeHolder, ignoreFocusOut: true };
  return (await vscode.window.showQuickPick(picks, options))?.choice;
}

/** Asks for required values and those the user wants to set; `undefined` if they cancel. */
export async function askAnswers(
  server: string,
  questions: readonly Question[],
): Promise<ReadonlyMap<string, Answer> | undefined> {
  const wanted = await askOptional(server, questions);
  if (!wanted) return undefined;
  const answers = new Map<string, Answer>(wanted.map(({ key }) => [key, null]));
  const asked = [...askedAtOnce(questions), ...wanted.filter(({ secret }) => !secret)];
  for (const [index, question] of asked.entries()) {
    const place = { number: index + 1, count: asked.length };
    const answer = await askAnswer(server, question, place);
    if (answer === undefined) return undefined;
    answers.set(question.key, answer);
  }
  return answers;
}

async function askOptional(
  server: string,
  questions: readonly Question[],
): Promise<readonly Question[] | undefined> {
  const picks = optionalPicks(questions);
  if (picks.length === 0) return [];
  const options = {
    canPickMany: true,
    title: server,
    placeHolder: t('optional'),
    ignoreFocusOut: true,
  } as const;
  return (await vscode.window.showQuickPick(picks, options))?.map(({ question }) => question);
}

async function askAnswer(
  server: string,
  question: Question,
  place: { number: number; count: number },
): Promise<Answer | undefined> {
  const { title, prompt, placeHolder, value, picks } = valueQuestion(question, server, place);
  if (picks) {
    const options = { title, placeHolder: prompt, ignoreFocusOut: true };
    return (await vscode.window.showQuickPick(picks, options))?.answer;
  }
  const ask = (prompt: string, value?: string): Thenable<string | undefined> =>
    vscode.window.showInputBox({
      title,
      prompt,
      ignoreFocusOut: true,
      ...(placeHolder !== undefined && { placeHolder }),
      ...(value !== undefined && { value }),
      validateInput: (text) => valueProblem(question, text),
    });
  const first = await ask(prompt, value);
  if (first === undefined) return undefined;
  const answer = typedAnswer(question, first);
  if (!question.repeated || answer === null || answer === '') return answer;
  const all = [answer];
  for (;;) {
    const next = await ask(t('anotherValue', { label: question.label }));
    if (next === undefined) return undefined;
    if (next === '') return all;
    all.push(next);
  }
}
