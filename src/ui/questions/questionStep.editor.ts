import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable';
import type { PickStep, QuestionStep, StepAnswer, StepRow, TextStep } from './questionStep';

/** Shows a step as a quick input; aborting cancels it. The editor has no way to take a modal dialog back. */
export async function showStep(step: QuestionStep, signal: AbortSignal): Promise<StepAnswer> {
  if (signal.aborted) return { kind: 'cancelled' };
  const store = new DisposableStore();
  try {
    return await (step.kind === 'text'
      ? showText(step, store, signal)
      : showPick(step, store, signal));
  } finally {
    store.dispose();
  }
}

function showText(step: TextStep, store: DisposableStore, signal: AbortSignal) {
  const box = store.add(vscode.window.createInputBox());
  const warning = step.warning && {
    message: step.warning,
    severity: vscode.InputBoxValidationSeverity.Warning,
  };
  box.prompt = step.prompt;
  box.value = step.value;
  box.password = step.masked;
  box.placeholder = step.placeholder;
  box.validationMessage = warning;
  return shown(box, step, store, {
    signal,
    listen: (resolve) => {
      store.add(
        box.onDidChangeValue((text) => {
          box.validationMessage = step.problem(text) ?? warning;
        }),
      );
      store.add(
        box.onDidAccept(() => {
          const problem = step.problem(box.value);
          box.validationMessage = problem ?? warning;
          if (problem === undefined) resolve({ kind: 'typed', text: box.value });
        }),
      );
    },
  });
}

interface Row extends vscode.QuickPickItem {
  readonly id?: string | undefined;
}

function showPick(step: PickStep, store: DisposableStore, signal: AbortSignal) {
  const picker = store.add(vscode.window.createQuickPick<Row>());
  const hasPrompt = 'prompt' in picker;
  // An editor without the words above the list gets them as its first lines.
  const words = hasPrompt || step.prompt === '' ? [] : [{ label: step.prompt }];
  picker.items = [...words.map(rowOf), ...step.rows.map(rowOf)];
  picker.placeholder = step.placeholder;
  picker.canSelectMany = step.many;
  picker.matchOnDescription = true;
  picker.selectedItems = picker.items.filter((_row, at) => step.rows[at - words.length]?.picked);
  picker.activeItems = picker.items.filter(({ id }) => id !== undefined && id === step.active);
  const say = (problem?: string): void => {
    // The editors that have it have it without being declared here.
    Object.assign(picker, { prompt: problem ?? step.prompt });
    picker.placeholder = problem ?? step.placeholder;
  };
  say();
  return shown(picker, step, store, {
    signal,
    listen: (resolve) => {
      store.add(picker.onDidChangeSelection(() => say()));
      store.add(
        picker.onDidAccept(() => {
          const ids = picker.selectedItems.flatMap(({ id }) => id ?? []);
          if (!step.many && ids.length === 0) return;
          const problem = step.problem?.(ids);
          if (problem === undefined) resolve({ kind: 'picked', ids });
          else say(problem);
        }),
      );
    },
  });
}

interface Shown {
  readonly signal: AbortSignal;
  /** Registers the listeners that give an answer. */
  readonly listen: (resolve: (answer: StepAnswer) => void) => void;
}

/** Common to all steps: title, number, buttons, and how the step ends. */
function shown(
  input: vscode.InputBox | vscode.QuickPick<Row>,
  { title, place, back, decline, declineAll }: QuestionStep,
  store: DisposableStore,
  { signal, listen }: Shown,
): Promise<StepAnswer> {
  const declines = button('circle-slash', decline);
  const declinesAll = button('close-all', declineAll);
  input.title = title;
  input.step = place?.number;
  input.totalSteps = place?.count;
  input.ignoreFocusOut = true;
  const answers = new Map<vscode.QuickInputButton, StepAnswer>([
    ...(back ? ([[vscode.QuickInputButtons.Back, { kind: 'back' }]] as const) : []),
    ...(declines ? ([[declines, { kind: 'declined' }]] as const) : []),
    ...(declinesAll ? ([[declinesAll, { kind: 'declinedAll' }]] as const) : []),
  ]);
  input.buttons = [...answers.keys()];
  return new Promise((resolve) => {
    const hide = (): void => input.hide();
    signal.addEventListener('abort', hide);
    store.add(() => signal.removeEventListener('abort', hide));
    store.add(
      input.onDidTriggerButton((pressed) => resolve(answers.get(pressed) ?? { kind: 'cancelled' })),
    );
    store.add(input.onDidHide(() => resolve({ kind: 'cancelled' })));
    listen(resolve);
    input.show();
  });
}

function button(icon: string, tooltip: string | undefined): vscode.QuickInputButton | undefined {
  return tooltip === undefined ? undefined : { iconPath: new vscode.ThemeIcon(icon), tooltip };
}

function rowOf({ id, icon, label, description, detail, heading }: StepRow): Row {
  if (heading) return { label, kind: vscode.QuickPickItemKind.Separator };
  return {
    id,
    label: icon === undefined ? label : `$(${icon}) ${label}`,
    // Typing filters the picks, but never hides text that has to be read.
    alwaysShow: id === undefined,
    ...(description !== undefined && { description }),
    ...(detail !== undefined && { detail }),
  };
}
