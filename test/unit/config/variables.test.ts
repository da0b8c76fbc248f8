import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors';
import type { Launch } from '../../../src/config/definition';
import {
  fillLaunch,
  launchVariables,
  variablesIn,
  type VariableValues,
} from '../../../src/config/variables';

const values: VariableValues = {
  workspaceFolder: '/ws',
  userHome: '/home/ada',
  env: (name) =>
    new Map([
      ['TOKEN', 't0'],
      ['EMPTY', ''],
    ]).get(name),
  input: (id) => new Map([['key', '${env:TOKEN}$&']]).get(id),
};

function stdio(command: string): Launch {
  return { type: 'stdio', command, args: [], env: {} };
}

function failure(launch: Launch, from = values): unknown {
  try {
    fillLaunch(launch, from);
  } catch (error) {
    return error instanceof UserError ? error.reason : error;
  }
  return 'filled';
}

describe('variablesIn', () => {
  it('finds each once, by kind', () => {
    const text = '${workspaceFolder}${env:A}-${input:b c}${userHome}${env:A}${HOME}${env:}';
    expect(variablesIn(text)).toEqual([
      { kind: 'workspaceFolder', text: 'workspaceFolder' },
      { kind: 'env', name: 'A', text: 'env:A' },
      { kind: 'input', name: 'b c', text: 'input:b c' },
      { kind: 'userHome', text: 'userHome' },
      { kind: 'unknown', text: 'HOME' },
      { kind: 'unknown', text: 'env:' },
    ]);
  });

  it.each(['$HOME', '${}', '${open', '$(x)', '{env:A}'])('leaves %s alone', (text) => {
    expect(variablesIn(text)).toEqual([]);
  });
});

describe('fillLaunch', () => {
  it('fills every place of a local launch', () => {
    const launch: Launch = {
      type: 'stdio',
      command: '${userHome}/run',
      args: ['--root=${workspaceFolder}', '${env:TOKEN}${env:TOKEN}'],
      cwd: '${workspaceFolder}/sub',
      env: { T: 'x ${env:TOKEN}', E: '${env:EMPTY}', GONE: null },
    };
    expect(fillLaunch(launch, values)).toEqual({
      type: 'stdio',
      command: '/home/ada/run',
      args: ['--root=/ws', 't0t0'],
      cwd: '/ws/sub',
      env: { T: 'x t0', E: '', GONE: null },
    });
    expect(launchVariables(launch).map(({ text }) => text)).toEqual([
      'userHome',
      'workspaceFolder',
      'env:TOKEN',
      'env:EMPTY',
    ]);
  });

  it('fills url and headers, and searches no value again', () => {
    const launch: Launch = {
      type: 'sse',
      url: 'http://${env:TOKEN}/',
      headers: { K: '${input:key}' },
    };
    expect(fillLaunch(launch, values)).toEqual({
      type: 'sse',
      url: 'http://t0/',
      headers: { K: '${env:TOKEN}$&' },
    });
  });

  it('fails by name rather than filling in nothing', () => {
    expect(failure(stdio('${env:NOPE}'))).toEqual({
      code: 'variableUnset',
      args: { variable: 'env:NOPE' },
    });
    expect(failure(stdio('${HOME}'))).toEqual({
      code: 'unknownVariable',
      args: { variable: 'HOME' },
    });
    expect(failure(stdio('${input:no}'))).toEqual({ code: 'inputMissing', args: { input: 'no' } });
    expect(failure(stdio('${workspaceFolder}'), { ...values, workspaceFolder: undefined })).toEqual(
      {
        code: 'variableUnset',
        args: { variable: 'workspaceFolder' },
      },
    );
  });
});
