import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Definition } from '../../../../src/config/definition';
import { choicesOf, type RegistryNote } from '../../../../src/ui/registry/registryChoice';
import {
  choicePick,
  noteText,
  registryPicks,
  requiredNow,
  optionalPicks,
  typedAnswer,
  updatePicks,
  valueProblem,
  valueQuestion,
} from '../../../../src/ui/registry/registryPicks';
import { readServer, type RegistryServer } from '../../../../src/ui/registry/registrySchema';
import { noteTexts } from '../../../../src/ui/registry/registryTexts';
import type { Question } from '../../../../src/ui/registry/template';

const read = (packages: readonly object[], remotes: readonly object[]): RegistryServer => {
  const about = { title: 'Till', description: 'Counts', version: '1.0.0' };
  const server = readServer({ name: 'com.example/till', ...about, packages, remotes });
  if (!server) throw new Error('no server');
  return server;
};
const kinds = ['npm', 'npm', 'oci'];
const till = read(
  kinds.map((registryType) => ({ registryType, identifier: 'till' })),
  [{ type: 'streamable-http', url: 'https://x.example' }],
);
const old = { ...till, name: 'com.example/old', title: undefined, status: 'deprecated' as const };
const found = { query: '', servers: [till, old], dropped: [], busy: false, more: false };
const definition = {
  name: 'cash',
  source: { file: '/w/mcp.json', dialect: 'vscode' },
} as Definition;
const isInstalled = (server: { name: string }) => (server === till ? [{ definition }] : []);

test('shows name, version, description and ways of each server', () => {
  expect(registryPicks(found, isInstalled)).toEqual([
    {
      label: '$(check) Till',
      description: 'com.example/till · 1.0.0 · installed',
      detail: 'Counts — npm, Docker, HTTP',
      alwaysShow: true,
      act: 'install',
      server: till,
    },
    {
      label: '$(warning) com.example/old',
      description: '1.0.0 · deprecated',
      detail: 'Counts — npm, Docker, HTTP',
      alwaysShow: true,
      act: 'install',
      server: old,
    },
  ]);
});

test('shows that a later version is there, and offers the update beside one more entry', () => {
  const update = { from: '0.9.0', to: '1.0.0', argument: 'till@0.9.0', updated: 'till@1.0.0' };
  const outdated = { definition, update };
  const [pick] = registryPicks({ ...found, servers: [till] }, () => [{ definition }, outdated]);
  expect(pick).toMatchObject({
    label: '$(arrow-circle-up) Till',
    description: 'com.example/till · 1.0.0 · installed: 0.9.0',
  });
  expect(updatePicks([{ definition }, outdated])).toMatchObject([
    { label: '$(arrow-circle-up) Update cash from 0.9.0 to 1.0.0', value: outdated },
    { label: '$(add) Install It Once More', value: 'another' },
  ]);
  expect(updatePicks([{ definition }])).toEqual([]);
});

test('tells what runs here from what stands elsewhere only', () => {
  const both = { ...till, name: 'com.example/both' };
  const remote = { ...till, name: 'com.example/remote', packages: [] };
  const none = { ...remote, name: 'com.example/none', remotes: [] };
  const picks = registryPicks({ ...found, servers: [both, remote, none] }, () => []);
  expect(picks.map(({ label }) => label)).toEqual([
    '$(package) Till',
    '$(globe) Till',
    '$(package) Till',
  ]);
});

test('offers the next page and names what could not be read', () => {
  const picks = registryPicks(
    { ...found, dropped: ['com.example/bad', '#3'], more: true },
    isInstalled,
  );
  expect(picks.slice(2)).toEqual([
    {
      label: '$(warning) 2 entries of the registry could not be read',
      detail: 'com.example/bad, #3',
      alwaysShow: true,
      act: 'none',
    },
    { label: '$(ellipsis) Load More', alwaysShow: true, act: 'more' },
  ]);
});

test('shows an error with a way to try again, below what was found', () => {
  const error = { code: 'registryError', args: { url: 'https://x.example', status: 500 } };
  expect(registryPicks({ ...found, error }, isInstalled).slice(2)).toEqual([
    {
      label: '$(error) The registry answered HTTP 500 (https://x.example).',
      detail: 'Check the setting "roundhouse.registry", or try again later.',
      alwaysShow: true,
      act: 'none',
    },
    { label: '$(refresh) Try Again', alwaysShow: true, act: 'more' },
  ]);
});

test('says that nothing was found, but not while it is looked for', () => {
  const none = { ...found, servers: [], query: 'zzz' };
  expect(registryPicks(none, isInstalled)).toMatchObject([{ label: 'No server matches "zzz".' }]);
  expect(registryPicks({ ...none, busy: true }, isInstalled)).toEqual([]);
});

test('text of a registry draws no icons and hides nothing', () => {
  const sly = { ...till, title: '$(check) Till', description: 'a\u202eb' };
  expect(registryPicks({ ...found, servers: [sly] }, isInstalled)).toMatchObject([
    { label: '$(package) $ (check) Till', detail: String.raw`a\u{202e}b — npm, Docker, HTTP` },
  ]);
});

test('shows ways to get at a server, with what is in the way', () => {
  const pick = (from: object, note?: RegistryNote['note']): unknown => {
    const [choice] = choicesOf('url' in from ? read([], [from]) : read([from], []));
    return choice && choicePick(choice, note && { note });
  };
  const from = { registryType: 'pypi', identifier: 'till', version: '1.0.0' };
  expect(pick(from)).toEqual({
    label: 'PyPI',
    description: 'runs on this machine',
    detail: 'till 1.0.0',
  });
  const bundle = { registryType: 'mcpb', identifier: 'https://x.example/a.mcpb' };
  expect(pick(bundle, 'mcpb')).toEqual({
    label: 'MCP bundle',
    description: 'cannot be installed here',
    detail: `https://x.example/a.mcpb — ${noteText({ note: 'mcpb' })}`,
  });
  const remote = { type: 'sse', url: 'https://x.example/sse' };
  expect(pick(remote)).toMatchObject({ label: 'SSE' });
});

const codes = Object.keys(noteTexts) as RegistryNote['note'][];

test.each(codes)('the note %s is a whole sentence', (note) => {
  const names = ['name', 'url', 'command', 'type', 'variables'];
  const args = Object.fromEntries(names.map((name) => [name, name]));
  expect(noteText({ note, args })).toMatch(/\.$/);
  expect(noteText({ note, args })).not.toMatch(/[[\]{}]/);
});

test('every note has a place that makes it', () => {
  const files = ['registryChoice', 'packageRunner', 'serverDraft'];
  const source = files.map((file) => readFileSync(`src/ui/registry/${file}.ts`, 'utf8')).join('\n');
  expect(codes.filter((code) => !source.includes(`note: '${code}'`))).toEqual([]);
});

const question: Question = {
  key: 'FOLDER',
  label: 'FOLDER',
  description: 'Where the books lie',
  required: true,
  secret: false,
  bare: false,
  repeated: false,
  format: 'string',
  choices: [],
};
const secret = { ...question, key: 'TOKEN', label: 'TOKEN', secret: true };
const optional = { ...question, key: 'LOG', label: 'LOG', required: false, default: 'info' };
const place = { number: 1, count: 2 };

test('asks at once for what is needed and no secret', () => {
  expect(requiredNow([question, secret, optional])).toEqual([question]);
});

test('offers what is not needed, secrets included', () => {
  const optionalSecret = { ...secret, required: false };
  expect(optionalPicks([question, optional, optionalSecret])).toEqual([
    {
      label: 'LOG',
      description: 'otherwise info',
      detail: 'Where the books lie',
      value: optional,
    },
    {
      label: 'TOKEN',
      description: 'secret, asked for when the server starts',
      detail: 'Where the books lie',
      value: optionalSecret,
    },
  ]);
});

test('nothing that a registry says becomes a link', () => {
  const sly = { ...question, label: '[x](command:a)', description: 'See\n[y](command:b)' };
  expect(valueQuestion(sly, 'till', place).prompt).toContain(
    'The value of [x] (command:a): See [y] (command:b).',
  );
});

test('puts a question for a text', () => {
  const asked = { ...question, default: '/a', placeholder: '/path' };
  expect(valueQuestion(asked, 'till', place)).toEqual({
    title: 'till: FOLDER (1 of 2)',
    prompt:
      'The value of FOLDER: Where the books lie. Leave it empty to be asked when the server starts.',
    placeHolder: '/path',
    value: '/a',
  });
  expect(valueQuestion({ ...question, bare: true }, 'till', place).prompt).toContain(
    'for the option alone',
  );
});

test('puts a question for one of several values, the default first', () => {
  const answers = (content: Partial<Question>): unknown =>
    valueQuestion({ ...question, ...content }, 'till', place).picks?.map(({ value }) => value);
  expect(answers({ choices: ['a', 'b', 'c'], default: 'b' })).toEqual(['b', 'a', 'c', null]);
  expect(answers({ format: 'boolean' })).toEqual(['true', 'false', null]);
});

test('takes a typed text for what it means', () => {
  expect(typedAnswer(question, '')).toBeNull();
  expect(typedAnswer({ ...question, bare: true }, '')).toBe('');
  expect(typedAnswer(question, ' a ')).toBe(' a ');
});

test.each([
  ['8080', undefined],
  ['-1.5', undefined],
  ['', undefined],
  ['eighty', 'This is not a number.'],
])('a number: %j', (text, problem) => {
  expect(valueProblem({ ...question, format: 'number' }, text)).toBe(problem);
  expect(valueProblem(question, text)).toBeUndefined();
});
