import { sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { variablesIn } from '../../../../src/config/variables';
import {
  type WindowVariables,
  type WindowFacts,
  windowValue,
} from '../../../../src/client/launch/windowVariables';

const facts: WindowFacts = {
  folders: [
    { name: 'app', path: '/ws/app' },
    { name: 'Lib', path: '/ws/lib.v2' },
  ],
  file: {
    path: '/ws/app/src/main.test.ts',
    folder: '/ws/app',
    line: 3,
    column: 7,
    selectedText: 'x y',
  },
  execPath: '/opt/code/code',
  appRoot: '/opt/code/resources/app',
  cwd: '/tmp',
};
const settings = new Map<string, unknown>([
  ['a.text', 'v'],
  ['a.number', 0],
  ['a.flag', false],
  ['a.list', ['v']],
  ['a.object', {}],
  ['a.null', null],
]);

interface Surroundings {
  readonly known?: WindowFacts;
  readonly folder?: string | undefined;
  readonly ofPerson?: boolean;
}

function value(text: string, surroundings: Surroundings = {}): string | undefined {
  const given = { known: facts, folder: '/ws/app', ofPerson: false, ...surroundings };
  const { known, folder, ofPerson } = given;
  const port: WindowVariables = {
    facts: () => known,
    setting: (name, scope) => (scope === folder ? settings.get(name) : 'another folder'),
    ownSetting: (name) => (name === 'a.text' ? 'own' : undefined),
    extensionFolder: (id) => (id === 'a.b' ? '/ext/a.b-1' : undefined),
  };
  const [variable] = variablesIn(`\${${text}}`);
  if (variable === undefined) throw new Error(`${text} is no variable`);
  switch (variable.kind) {
    case 'unknown':
    case 'input':
    case 'command':
    case 'env':
    case 'contents':
      throw new Error(`${text} is not asked for here`);
    default:
      return windowValue(variable, { folder, home: '/home/ada', ofPerson }, port);
  }
}

describe.runIf(sep === '/')('a variable', () => {
  it.each([
    ['workspaceFolder', '/ws/app'],
    ['workspaceFolder:Lib', '/ws/lib.v2'],
    ['workspaceFolder:lib', undefined],
    ['workspaceRoot', '/ws/app'],
    ['workspaceFolderBasename', 'app'],
    ['workspaceFolderBasename:Lib', 'lib.v2'],
    ['workspaceFolderBasename:none', undefined],
    ['workspaceRootFolderName', 'app'],
    ['cwd', '/ws/app'],
    ['cwd:Lib', '/ws/lib.v2'],
    ['cwd:none', undefined],
    ['userHome', '/home/ada'],
    ['file', '/ws/app/src/main.test.ts'],
    ['fileWorkspaceFolder', '/ws/app'],
    ['fileWorkspaceFolderBasename', 'app'],
    ['relativeFile', 'src/main.test.ts'],
    ['relativeFile:Lib', '../app/src/main.test.ts'],
    ['relativeFileDirname', 'src'],
    ['fileDirname', '/ws/app/src'],
    ['fileDirnameBasename', 'src'],
    ['fileExtname', '.ts'],
    ['fileBasename', 'main.test.ts'],
    ['fileBasenameNoExtension', 'main.test'],
    ['lineNumber', '3'],
    ['columnNumber', '7'],
    ['selectedText', 'x y'],
    ['execPath', '/opt/code/code'],
    ['execInstallFolder', '/opt/code/resources/app'],
    ['pathSeparator', '/'],
    ['/', '/'],
    ['defaultBuildTask', undefined],
    ['config:a.text', 'v'],
    ['config:a.number', '0'],
    ['config:a.flag', 'false'],
    ['config:a.list', undefined],
    ['config:a.object', undefined],
    ['config:a.null', undefined],
    ['config:none', undefined],
    ['extensionInstallFolder:a.b', '/ext/a.b-1'],
    ['extensionInstallFolder:a.c', undefined],
  ])('%s is %s', (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  it.each([
    ['workspaceFolder', undefined],
    ['workspaceFolderBasename', undefined],
    ['workspaceFolder:app', '/ws/app'],
    ['cwd', '/tmp'],
    ['relativeFile', '/ws/app/src/main.test.ts'],
    ['relativeFileDirname', '/ws/app/src'],
  ])('%s is %s for a file of no folder', (text, expected) => {
    expect(value(text, { folder: undefined })).toBe(expected);
  });

  it("is for the person's own file what the person's own settings say", () => {
    for (const folder of [undefined, '/ws/app']) {
      expect(value('config:a.text', { folder, ofPerson: true })).toBe('own');
      expect(value('config:a.number', { folder, ofPerson: true })).toBeUndefined();
    }
  });

  it('has no value without an editor, its folder or a selection', () => {
    const none = { folders: [], cwd: '/tmp' };
    for (const text of ['file', 'relativeFile', 'fileDirname', 'lineNumber', 'execPath']) {
      expect(value(text, { known: none })).toBeUndefined();
    }
    const file = { path: '/x', line: 1, column: 1, selectedText: '' };
    const stray = { ...none, file };
    expect(value('fileWorkspaceFolder', { known: stray })).toBeUndefined();
    expect(value('fileWorkspaceFolderBasename', { known: stray })).toBeUndefined();
    expect(value('selectedText', { known: stray })).toBeUndefined();
    expect(value('fileExtname', { known: stray })).toBe('');
  });

  it('is . for the folder of a file at its root', () => {
    const known = { ...facts, file: { path: '/ws/app/x', line: 1, column: 1, selectedText: '' } };
    expect(value('relativeFileDirname', { known })).toBe('.');
  });
});
