import { describe, expect, it } from 'vitest';
import { soleVariable, translateVariables } from '../../../../src/config/write/translateVariables';
import type { VariableStyle } from '../../../../src/config/variables';

function translate(text: string, from: VariableStyle, to: VariableStyle): [string, ...string[]] {
  const losses: string[] = [];
  const variables = ['workspaceFolder', 'userHome', 'pathSeparator', 'contents'] as const;
  const writing = { style: to, variables };
  const translated = translateVariables(text, from, writing, (loss) => losses.push(loss));
  return [translated, ...losses];
}

describe('translateVariables', () => {
  it.each<[string, VariableStyle, VariableStyle, string]>([
    ['a ${env:K} b', 'vscode', 'shell', 'a ${K} b'],
    ['a ${env:K} b', 'vscode', 'both', 'a ${env:K} b'],
    ['a ${env:K} b', 'vscode', 'dollar', 'a ${K} b'],
    ['a ${env:K} b', 'vscode', 'braces', 'a {env:K} b'],
    ['a ${env:K} b', 'vscode', 'templates', 'a ${{ secrets.K }} b'],
    ['${K}', 'shell', 'vscode', '${env:K}'],
    ['${K:-d}', 'shell', 'dollar', '${K:-d}'],
    ['$K-${L}', 'dollar', 'vscode', '${env:K}-${env:L}'],
    ['{env:K}{env:L}', 'braces', 'vscode', '${env:K}${env:L}'],
    ['${{secrets.K}}', 'templates', 'vscode', '${env:K}'],
    ['${workspaceFolder}${/}${userHome}', 'vscode', 'both', '${workspaceFolder}${/}${userHome}'],
    ['${workspaceFolder}/x', 'both', 'vscode', '${workspaceFolder}/x'],
    ['${file:/run/key}', 'both', 'braces', '{file:/run/key}'],
    ['plain {text} and $', 'vscode', 'shell', 'plain {text} and $'],
    ['', 'vscode', 'none', ''],
  ])('%s from %s to %s', (text, from, to, expected) => {
    expect(translate(text, from, to)).toEqual([expected]);
  });

  it.each<[string, VariableStyle, VariableStyle, string, string]>([
    ['${input:my-key}', 'vscode', 'shell', '${MY_KEY}', 'unsupportedInput'],
    ['${input:my-key}', 'vscode', 'none', '${input:my-key}', 'unsupportedInput'],
    ['${env:K}', 'vscode', 'none', '${env:K}', 'unsupportedVariable'],
    ['${K:-d}', 'shell', 'vscode', '${env:K}', 'unsupportedVariable'],
    ['${config:a.b}', 'vscode', 'both', '${config:a.b}', 'unsupportedVariable'],
    [
      '${workspaceFolder:other}',
      'vscode',
      'both',
      '${workspaceFolder:other}',
      'unsupportedVariable',
    ],
    ['${workspaceFolder}', 'vscode', 'shell', '${workspaceFolder}', 'unsupportedVariable'],
    ['{file:/run/key}', 'braces', 'vscode', '{file:/run/key}', 'unsupportedVariable'],
    ['${HOME}', 'none', 'shell', '${HOME}', 'unsupportedVariable'],
    ['$HOME', 'shell', 'dollar', '$HOME', 'unsupportedVariable'],
  ])('tells what is lost of %s from %s to %s', (text, from, to, expected, loss) => {
    const [translated, ...losses] = translate(text, from, to);
    expect(translated).toBe(expected);
    expect(new Set(losses)).toEqual(new Set([loss]));
  });

  it('is linear on any text', () => {
    const text = '${'.repeat(200_000);
    expect(translate(text, 'vscode', 'shell')).toEqual([text]);
  });
});

describe('soleVariable', () => {
  it('is the variable that a text consists of', () => {
    expect(soleVariable('${env:K}', 'vscode')).toMatchObject({ kind: 'env', name: 'K' });
  });

  it.each(['', 'K', 'a${env:K}', '${env:K} ', '${env:K}${env:K}'])('is none of %j', (text) => {
    expect(soleVariable(text, 'vscode')).toBeUndefined();
  });
});
