import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { canonicalJson } from '../../base/json';
import { LaunchResolver } from '../../client/launch/launchResolver';
import { sandboxPrograms } from '../../client/launch/sandboxPrograms';
import type { ServerLists } from '../../client/launch/serverLists';
import type { WorkspaceOptions } from '../../client/workspace';
import type { Network } from '../../network/network';
import { networkOf } from '../../client/network';
import type { EditorFile, WindowVariables } from '../../client/launch/windowVariables';
import { fileFolders } from './settings.editor';
import type { WindowContext } from './windowContext.editor';

/** Resolver of launches in this window, which asks for approval. Another network or policy makes launches anew. */
export function windowLaunches(
  { extensionContext, settings, inputs, approvals, environment, workspace, store }: WindowContext,
  pages: Pick<WorkspaceOptions, 'ask'>,
): LaunchResolver {
  const onChange = (section: string, read: () => unknown, which: 'all' | 'remote'): void => {
    let known = canonicalJson(read());
    store.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration(section)) return;
        const before = known;
        known = canonicalJson(read());
        // Launches that are made anew cancel a sign-in.
        if (known !== before) workspace.launchesChanged(which);
      }),
    );
  };
  onChange('http', editorNetwork, 'remote');
  onChange('chat.mcp', editorServerLists, 'all');
  return new LaunchResolver({
    approvals,
    inputs,
    trusted: () => settings.trusted.peek(),
    askApproval: async (definition, signal) => {
      const answer = await pages.ask({ wanted: [definition], choosesOwner: false }, signal);
      return answer?.approved ?? [];
    },
    environment: (signal, gesture) => environment.read(signal, gesture),
    shell: () => environment.shell,
    withholdSecrets: () => settings.current.withholdSecrets,
    network: editorNetwork,
    sandbox: () =>
      sandboxPrograms(extensionContext.asAbsolutePath('dist/sandbox.js'), vscode.env.appRoot),
    serverLists: editorServerLists,
    home: homedir(),
    variables: editorVariables,
  });
}

/** The servers that an organisation allows and denies in this window. */
function editorServerLists(): ServerLists {
  const mcp = vscode.workspace.getConfiguration('chat.mcp');
  const allowed = mcp.get('allowedServers');
  // Without a list an organisation that manages the servers allows none.
  const isManaged = mcp.get('allowManagedServersOnly') === true && !Array.isArray(allowed);
  return { allowed: isManaged ? [] : allowed, denied: mcp.get('deniedServers') };
}

/** The network by which this window reaches remote servers. */
function editorNetwork(): Network {
  const http = vscode.workspace.getConfiguration('http');
  return networkOf(process.env, {
    proxy: http.get('proxy'),
    proxyAuthorization: http.get('proxyAuthorization'),
    noProxy: http.get('noProxy'),
    proxySupport: http.get('proxySupport'),
    systemCertificates: http.get('systemCertificates'),
    proxyStrictSSL: http.get('proxyStrictSSL'),
  });
}

/** Values of VS Code's variables in this window. */
const editorVariables: WindowVariables = {
  facts: () => ({
    folders: fileFolders().map(({ name, uri }) => ({ name, path: uri.fsPath })),
    file: activeFile(vscode.window.activeTextEditor),
    // The extension host's own executable may be a wrapper of the editor's.
    execPath: process.env['VSCODE_EXEC_PATH'] ?? process.execPath,
    appRoot: vscode.env.appRoot,
    cwd: process.cwd(),
  }),
  setting: (name, folder) => {
    const scope = folder === undefined ? null : vscode.Uri.file(folder);
    return vscode.workspace.getConfiguration(undefined, scope).get(name);
  },
  ownSetting: (name) => {
    const said = vscode.workspace.getConfiguration(undefined, null).inspect(name);
    return said?.globalValue ?? said?.defaultValue;
  },
  extensionFolder: (id) => vscode.extensions.getExtension(id)?.extensionPath,
};

/** Only files on disk have a path. */
function activeFile(editor: vscode.TextEditor | undefined): EditorFile | undefined {
  if (editor?.document.uri.scheme !== 'file') return undefined;
  const { document, selection } = editor;
  return {
    path: document.uri.fsPath,
    folder: vscode.workspace.getWorkspaceFolder(document.uri)?.uri.fsPath,
    line: selection.active.line + 1,
    column: selection.active.character + 1,
    selectedText: document.getText(selection),
  };
}
