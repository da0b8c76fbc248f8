import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import type { Environment } from '../../base/environment';
import { CommandLookup } from '../../client/launch/commandLookup';
import type { Workspace } from '../../client/workspace';
import type { ConfigSource, Input } from '../../config/definition';
import { variableCompletions, type VariableCompletion } from '../../config/lint/completions';
import {
  declaredInput,
  symbolAt,
  inputReferences,
  type InputReference,
  inputAt,
  inputLocations,
} from '../../config/lint/references';
import type { Inputs } from '../../client/inputs';
import type { Clock } from '../window/clock.editor';
import { follow } from '../window/follow';
import type { WindowContext } from '../window/windowContext.editor';
import { ShownProblems, registerQuickFixes } from './problems.editor';
import { registerRename } from './renameInput.editor';
import { lenses, type Lens } from './lenses';
import {
  type ConfigDocuments,
  toRange,
  editedFiles,
  spanRange,
  type EditedConfig,
} from './configDocuments.editor';
import {
  meaningOf,
  t,
  inputHover,
  serverHover,
  valueCommands,
  valueTooltip,
  variableHover,
} from './editingTexts';

/** Everything that helps a person to write configuration files. */
export function registerEditing(context: WindowContext, documents: ConfigDocuments): Disposable {
  const { workspace, clock, inputs, environment } = context;
  const store = new DisposableStore();
  const commands = new CommandLookup({
    environment: () => environment.read(),
    home: homedir(),
    platform: process.platform,
  });
  store.add(new ShownProblems(context, documents, commands));
  store.add(registerQuickFixes(documents, context.found));
  store.add(registerLenses(workspace, documents, clock));
  store.add(registerInlayHints(documents, inputs));
  store.add(registerRename(context, documents));
  store.add(registerInputNavigation(documents));
  store.add(registerCompletions(documents, () => environment.current));
  store.add(registerHovers(workspace, documents, inputs));
  return store;
}

/** Lenses over each entry of the configuration files, in whatever way they are written. */
function registerLenses(
  workspace: Workspace,
  documents: ConfigDocuments,
  clock: Clock,
): Disposable {
  const store = new DisposableStore();
  const changed = store.add(new vscode.EventEmitter<void>());
  store.add(
    // Files of other hosts have all kinds of names: whether one is known is seen from its path.
    vscode.languages.registerCodeLensProvider([{ scheme: 'file' }, { scheme: 'vscode-userdata' }], {
      onDidChangeCodeLenses: changed.event,
      async provideCodeLenses(document) {
        const shown: Lens[] = [];
        for (const source of documents.sourcesOf(document)) {
          // The text on the screen decides where the lenses stand, saved or not.
          const { definitions } = await documents.parsed(document, source);
          shown.push(...lenses(definitions, workspace.entries.peek(), clock.now.peek()));
        }
        return shown.map(codeLens);
      },
    }),
  );
  store.add(
    follow(
      () => [workspace.entries.value, clock.now.value],
      () => changed.fire(),
    ),
  );
  return store;
}

function codeLens({ range, title, tooltip, command, server }: Lens): vscode.CodeLens {
  return new vscode.CodeLens(toRange(range), {
    title,
    command: `roundhouse.${command}`,
    arguments: [server],
    ...(tooltip !== undefined && { tooltip }),
  });
}

/** Variables, ids of inputs and names of the environment while a person types `${`. */
function registerCompletions(
  documents: ConfigDocuments,
  environment: () => Environment,
): Disposable {
  return vscode.languages.registerCompletionItemProvider(
    editedFiles,
    {
      provideCompletionItems(document, position) {
        const edited = documents.edited(document);
        if (!edited) return undefined;
        const names = Object.keys(environment()).toSorted();
        const offset = document.offsetAt(position);
        const items = variableCompletions(edited.tree, offset, names).map((completion, index) =>
          item(document, completion, index),
        );
        // Behind `${input:` and `${env:` there are others than behind the `$` that they began with.
        return new vscode.CompletionList(items, items.length > 0);
      },
    },
    '$',
    '{',
    ':',
  );
}

const kinds: Readonly<Record<VariableCompletion['kind'], vscode.CompletionItemKind>> = {
  variable: vscode.CompletionItemKind.Variable,
  prefix: vscode.CompletionItemKind.Keyword,
  input: vscode.CompletionItemKind.Field,
  environment: vscode.CompletionItemKind.Constant,
};

function item(
  document: vscode.TextDocument,
  { kind, text, replace }: VariableCompletion,
  index: number,
): vscode.CompletionItem {
  const shown = new vscode.CompletionItem(`\${${text}}`, kinds[kind]);
  shown.filterText = `\${${text}`;
  shown.sortText = String(index).padStart(6, '0');
  shown.range = spanRange(document, replace);
  const inJson = JSON.stringify(text).slice(1, -1);
  // A detail would take the place of the name in a narrow list.
  const meaning = meaningOf(kind === 'prefix' ? `${text}…` : text);
  if (meaning !== undefined) shown.documentation = meaning;
  if (kind === 'prefix') {
    shown.insertText = new vscode.SnippetString(`\\\${${inJson}$1\\}`);
    shown.command = { title: '', command: 'editor.action.triggerSuggest' };
  } else {
    shown.insertText = `\${${inJson}}`;
  }
  return shown;
}

/** Hovers of variables, inputs and servers. */
function registerHovers(
  workspace: Workspace,
  documents: ConfigDocuments,
  inputs: Inputs,
): Disposable {
  return vscode.languages.registerHoverProvider(editedFiles, {
    async provideHover(document, position) {
      const edited = documents.edited(document);
      const found = edited && symbolAt(edited.tree, document.offsetAt(position));
      if (!found) return undefined;
      const isStored = storedIn(document, edited.source, { documents, inputs });
      const lines = await linesOf(found, edited, { workspace, isStored });
      const texts = lines.map((line) => new vscode.MarkdownString(line));
      return texts.length > 0
        ? new vscode.Hover(texts, spanRange(document, found.span))
        : undefined;
    },
  });
}

/** True if the input with that id has a stored value. */
type IsStored = (id: string) => Promise<boolean>;

/** Tells for the inputs of a document, as they stand there, whether they have a value. */
function storedIn(
  document: vscode.TextDocument,
  source: ConfigSource,
  { documents, inputs }: { readonly documents: ConfigDocuments; readonly inputs: Inputs },
): IsStored {
  return async (id) => {
    const { inputs: declared } = await documents.parsed(document, source);
    const input: Input = declared.find((one) => one.id === id) ?? { id, type: 'promptString' };
    return inputs.isStored(source.file, input);
  };
}

async function linesOf(
  found: NonNullable<ReturnType<typeof symbolAt>>,
  { source, tree }: EditedConfig,
  { workspace, isStored }: { readonly workspace: Workspace; readonly isStored: IsStored },
): Promise<readonly string[]> {
  switch (found.kind) {
    case 'variable':
      return variableHover(found.variable, { folder: source.folder, home: homedir() });
    case 'input':
      return inputHover(found.id, declaredInput(tree, found.id), await isStored(found.id));
    case 'server': {
      const entry = workspace.entries.peek().get(`${source.id}/${found.name}`);
      return entry ? serverHover(entry, Date.now()) : [];
    }
  }
}

/** Behind each `${input:…}` whose value is stored: that it is, and commands to change it. */
function registerInlayHints(documents: ConfigDocuments, inputs: Inputs): Disposable {
  const store = new DisposableStore();
  const changed = store.add(new vscode.EventEmitter<void>());
  store.add(inputs.onChanged(() => changed.fire()));
  store.add(
    vscode.languages.registerInlayHintsProvider(editedFiles, {
      onDidChangeInlayHints: changed.event,
      async provideInlayHints(document, range) {
        const edited = documents.edited(document);
        if (!edited) return [];
        const isStored = storedIn(document, edited.source, { documents, inputs });
        const shown = inputReferences(edited.tree).filter(
          ({ span }) => spanRange(document, span).intersection(range) !== undefined,
        );
        const stored = new Set<string>();
        for (const id of new Set(shown.map(({ id }) => id))) {
          if (await isStored(id)) stored.add(id);
        }
        return shown
          .filter(({ id }) => stored.has(id))
          .map((reference) => hint(document, edited, reference));
      },
    }),
  );
  return store;
}

/** Never the value, whatever kind of input it is. */
function hint(
  document: vscode.TextDocument,
  { source, tree }: EditedConfig,
  { id, span }: InputReference,
): vscode.InlayHint {
  const part = new vscode.InlayHintLabelPart(t('storedHint'));
  const tooltip = valueTooltip(source.file, id, declaredInput(tree, id)?.type);
  part.tooltip = new vscode.MarkdownString(tooltip);
  part.tooltip.isTrusted = { enabledCommands: valueCommands };
  return new vscode.InlayHint(document.positionAt(span.offset + span.length), [part]);
}

/** From `${input:…}` to its declaration, and to all its uses. */
function registerInputNavigation(documents: ConfigDocuments): Disposable {
  const store = new DisposableStore();
  const at = (document: vscode.TextDocument, position: vscode.Position) => {
    const edited = documents.edited(document);
    const input = edited && inputAt(edited.tree, document.offsetAt(position));
    return input && { tree: edited.tree, id: input.id };
  };
  store.add(
    vscode.languages.registerDefinitionProvider(editedFiles, {
      provideDefinition(document, position) {
        const input = at(document, position);
        const declared = input && declaredInput(input.tree, input.id);
        return declared && new vscode.Location(document.uri, spanRange(document, declared.idNode));
      },
    }),
  );
  store.add(
    vscode.languages.registerReferenceProvider(editedFiles, {
      provideReferences(document, position) {
        const input = at(document, position);
        const places = input ? inputLocations(input.tree, input.id) : [];
        return places.map((span) => new vscode.Location(document.uri, spanRange(document, span)));
      },
    }),
  );
  return store;
}
