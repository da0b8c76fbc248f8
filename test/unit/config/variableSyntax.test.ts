import { describe, expect, it } from 'vitest';
import { dialectIds } from '../../../src/config/definition';
import { dialects } from '../../../src/config/dialects';
import { variablesIn, editorVariables } from '../../../src/config/variables';

/** What VS Code documents, and its resolver knows besides. */
const known = [
  'workspaceFolder',
  'workspaceFolder:app',
  'workspaceFolderBasename',
  'workspaceFolderBasename:app',
  'workspaceRoot',
  'workspaceRootFolderName',
  'cwd',
  'cwd:app',
  'userHome',
  'env:X',
  'config:editor.tabSize',
  'command:extension.pick',
  'input:id',
  'extensionInstallFolder:a.b',
  'file',
  'fileWorkspaceFolder',
  'fileWorkspaceFolderBasename',
  'relativeFile',
  'relativeFile:app',
  'relativeFileDirname',
  'fileDirname',
  'fileDirnameBasename',
  'fileExtname',
  'fileBasename',
  'fileBasenameNoExtension',
  'lineNumber',
  'columnNumber',
  'selectedText',
  'execPath',
  'execInstallFolder',
  'pathSeparator',
  '/',
  'defaultBuildTask',
];

describe("VS Code's variables", () => {
  it.each(known)('%s is known', (text) => {
    const [variable] = variablesIn(`\${${text}}`);
    expect(variable).toMatchObject({ text });
    expect(variable?.kind).not.toBe('unknown');
    const [, name] = text.split(':');
    if (name !== undefined) expect(variable).toMatchObject({ name });
  });

  it.each([
    'HOME',
    'workspacefolder',
    'env',
    'env:',
    'config',
    'userHome:x',
    'file:x',
    '',
    ' file',
  ])('%j is not', (text) => {
    for (const { kind } of variablesIn(`\${${text}}`)) expect(kind).toBe('unknown');
  });

  it('are listed as people write them', () => {
    const listed = known.filter((text) => !text.includes(':'));
    expect(editorVariables).toEqual(expect.arrayContaining(listed));
    expect(editorVariables).toEqual(expect.arrayContaining(['env:', 'input:', 'command:']));
  });
});

describe('variableStyleOf', () => {
  it('knows every dialect', () => {
    expect(Object.fromEntries(dialectIds.map((id) => [id, dialects[id].variableStyle]))).toEqual({
      vscode: 'vscode',
      codeWorkspace: 'vscode',
      dotmcp: 'shell',
      'claude-desktop': 'shell',
      'claude-code': 'shell',
      cursor: 'both',
      windsurf: 'both',
      cline: 'both',
      roo: 'both',
      continue: 'templates',
      codex: 'braces',
      gemini: 'dollar',
      opencode: 'braces',
      zed: 'none',
      'cherry-studio': 'none',
      trae: 'both',
    });
  });
});
