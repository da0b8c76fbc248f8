import { applyEdits, parse } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { amongSecrets, moveSecrets, locatedSecrets } from '../../../../src/config/lint/moveSecrets';
import { newInputId } from '../../../../src/config/write/newInputs';

const text = `{
  // servers of the shop
  "servers": {
    "github": {
      "command": "npx",
      "args": ["--api-key=abc1\\u0032\\"3", "-v"], // verbose
      "env": {"GITHUB_TOKEN": "t0ken", "MODE": "fast"}
    },
    "mail": {"url": "https://m.example.org/?key=k3y12345", "headers": {"Authorization": "Bearer hush"}}
  },
  "inputs": [
    {"type": "promptString", "id": "github-token"} // older
  ]
}
`;

test('every secret becomes an input, and everything else stays', () => {
  const moved = moveSecrets(text, 'vscode', () => true);
  expect(moved?.values).toEqual([
    { id: 'github-api-key', value: 'abc12"3' },
    { id: 'github-token-2', value: 't0ken' },
    { id: 'mail-key', value: 'k3y12345' },
    { id: 'mail-authorization', value: 'hush' },
  ]);
  const after = moved?.after ?? '';
  expect(applyEdits(text, [...(moved?.edits ?? [])])).toBe(after);
  expect(locatedSecrets(after, 'vscode')).toEqual([]);
  expect(parse(after)).toEqual({
    servers: {
      github: {
        command: 'npx',
        args: ['--api-key=${input:github-api-key}', '-v'],
        env: { GITHUB_TOKEN: '${input:github-token-2}', MODE: 'fast' },
      },
      mail: {
        url: 'https://m.example.org/?key=${input:mail-key}',
        headers: { Authorization: 'Bearer ${input:mail-authorization}' },
      },
    },
    inputs: [
      { type: 'promptString', id: 'github-token' },
      ...[
        ['github-api-key', 'api-key (github)'],
        ['github-token-2', 'GITHUB_TOKEN (github)'],
        ['mail-key', 'key (mail)'],
        ['mail-authorization', 'Authorization (mail)'],
      ].map(([id, description]) => ({ type: 'promptString', id, description, password: true })),
    ],
  });
  for (const kept of ['// servers of the shop', '// verbose', '// older']) {
    expect(after).toContain(kept);
  }
});

test.each(['{ "token": { "type": "promptString" } /* mine */ }', 'null', '"token"'])(
  'inputs that are no list are left alone: %s',
  (inputs) => {
    const entry = '{ "command": "x", "env": { "TOKEN": "t0ken" } }';
    const file = `{ "servers": { "a": ${entry} }, "inputs": ${inputs} }`;
    expect(moveSecrets(file, 'vscode', () => true)).toBeUndefined();
    expect(moveSecrets(file, 'vscode', () => false)?.after).toBe(file);
  },
);

test('only what is chosen moves', () => {
  const moved = moveSecrets(text, 'vscode', ({ name }) => name === 'GITHUB_TOKEN');
  expect(moved?.values).toEqual([{ id: 'github-token-2', value: 't0ken' }]);
  expect(moved?.after).toContain('k3y12345');
});

test('what was chosen is found again in a text that changed, unless it changed itself', () => {
  const chosen = locatedSecrets(text, 'vscode');
  const later = text
    .replace('// servers of the shop', '// servers of the shop and the harbour')
    .replace('"t0ken"', '"ch4nged"')
    .replace('"mail": {', '"post": {"command": "p", "env": {"P_TOKEN": "n3w"}}, "mail": {');
  const moved = moveSecrets(later, 'vscode', amongSecrets(chosen));
  expect(moved?.values.map(({ value }) => value)).toEqual(['abc12"3', 'k3y12345', 'hush']);
  expect(locatedSecrets(moved?.after ?? '', 'vscode').map((one) => one.text)).toEqual([
    'ch4nged',
    'n3w',
  ]);
});

test('a file without inputs gets them, one of a workspace in its settings', () => {
  const entry = '{"servers": {"a": {"command": "x", "env": {"TOKEN": "t0ken"}}}}';
  expect(parse(moveSecrets(entry, 'vscode', () => true)?.after ?? '')).toMatchObject({
    inputs: [{ id: 'a-token', password: true }],
  });
  const workspace = `{"folders": [], "settings": {"mcp": ${entry}}}`;
  expect(parse(moveSecrets(workspace, 'codeWorkspace', () => true)?.after ?? '')).toMatchObject({
    settings: { mcp: { inputs: [{ id: 'a-token', password: true }] } },
  });
  const atRoot = `{"folders": [], "settings": {}, "mcp": ${entry}}`;
  expect(parse(moveSecrets(atRoot, 'codeWorkspace', () => true)?.after ?? '')).toMatchObject({
    settings: {},
    mcp: { inputs: [{ id: 'a-token', password: true }] },
  });
});

test('a broken file is left alone', () => {
  expect(moveSecrets(`${text}}`, 'vscode', () => true)).toBeUndefined();
});

test.each([
  ['github', 'GITHUB_TOKEN', [], 'github-token'],
  ['my server', 'Authorization', [], 'my-server-authorization'],
  ['a', 'a', ['a'], 'a-2'],
  ['a', 'b', ['a-b', 'a-b-2'], 'a-b-3'],
  ['服务', '密', [], 'secret'],
])('the id for %s and %s', (server, name, taken, expected) => {
  expect(newInputId(server, name, new Set(taken))).toBe(expected);
});
