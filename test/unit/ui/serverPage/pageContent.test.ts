import { expect, test } from 'vitest';
import { effectiveSettings } from '../../../../src/config/settings/effectiveSettings';
import type { ServerSnapshot } from '../../../../src/ipc/state';
import type { ExplanationInput } from '../../../../src/ui/diagnostics/explanation';
import {
  logLine,
  pageCatalog,
  pageServer,
  reviewedTool,
  toolNotes,
} from '../../../../src/ui/serverPage/pageContent';
import { pageServerSchema, toPageSchema } from '../../../../src/ui/serverPage/pageMessages';
import { catalog, entries, now, shopFile, snapshot } from '../samples';

const secret = 'wXq81LmZ0pT4kR7v';
const file = shopFile(
  JSON.stringify({ servers: { till: { command: 'till', args: ['--api-key', secret] } } }),
);

function page(state: ServerSnapshot) {
  const input = inputOf(state);
  return pageServer(input.server, undefined, input);
}

function inputOf(state: ServerSnapshot): ExplanationInput {
  const [server] = entries([file], { till: state }).values();
  if (!server) throw new Error('no server');
  return {
    server: { ...server, effective: effectiveSettings('till', {}), precedence: { kind: 'counts' } },
    namesakes: [],
    mode: { kind: 'unattached' },
    trusted: true,
    approved: true,
    inputs: [],
    output: [`token ${secret}`],
    secrets: [secret],
    now,
  };
}

test('a page says how its server is, what can be done, and no secret', () => {
  const shown = page(snapshot({ kind: 'failed', error: { code: 'unauthorized' } }));
  expect(pageServerSchema.parse(shown)).toEqual(shown);
  expect(JSON.stringify(shown)).not.toContain(secret);
  expect(shown.buttons.map(({ command }) => command)).toEqual(['startServer', 'disableServer']);
  expect(shown).toMatchObject({
    isCallable: true,
    remedy: { command: 'openConfiguration' },
  });
});

test('a page counts no seconds, which would stand still and be read out with each change', () => {
  const error = { code: 'exited', args: { command: 'till', exit: 1 } };
  const shown = page(snapshot({ kind: 'backingOff', attempt: 2, retryAt: now + 4_000, error }));
  expect(shown.state.text).toBe('retrying (attempt 2)');
  expect(JSON.stringify(shown)).not.toContain('4 s');
});

test('a page has its tabs with their counts before the explanation is found', () => {
  const input = inputOf(snapshot({ kind: 'running', since: now }));
  const scale = { name: 'weigh', inputSchema: { type: 'object' } };
  const known = catalog({
    tools: [scale, { ...scale, name: 'scan' }],
    prompts: [{ name: 'report' }],
  });
  const first = pageServer(input.server, known);
  expect(pageServerSchema.parse(first)).toEqual(first);
  expect(first).toMatchObject({ name: 'till', counts: { tools: 2, prompts: 1, resources: 0 } });
  expect(first.explanation).toBeUndefined();
  expect(JSON.stringify(first)).not.toContain(secret);
});

test('what a server says it is cannot look like something else', () => {
  const running = snapshot({ kind: 'running', since: now });
  const { identity } = page({
    ...running,
    handshake: {
      era: 'modern',
      protocolVersion: '2026-07-28',
      serverInfo: { name: 'till\u202e', version: '1' },
      capabilities: { tools: {}, resources: { subscribe: true } },
      instructions: 'Ask first.\u200b\nThen act.',
    },
  });
  expect(identity?.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Name: till\\u{202e}',
    'Version: 1',
    'Protocol: 2026-07-28 (modern era)',
    'Capabilities: tools, resources (subscribe)',
  ]);
  expect(identity?.instructions).not.toContain('\u200b');
  expect(identity?.instructions).toContain('\nThen act.');
});

test.each([
  ['legacy', { tasks: { requests: { tools: { call: {} } } } }, 'byTool'],
  ['legacy', { tasks: {} }, undefined],
  ['modern', { extensions: { 'io.modelcontextprotocol/tasks': {} } }, 'any'],
  ['modern', { tasks: { requests: { tools: { call: {} } } } }, undefined],
] as const)(
  'which tools of a server of the %s era can be tasks: %j',
  (era, capabilities, tasks) => {
    const handshake = { era, protocolVersion: '1', serverInfo: {}, capabilities };
    const shown = page({ ...snapshot({ kind: 'running', since: now }), handshake });
    expect(shown.tasks).toBe(tasks);
  },
);

test('a disabled server offers no call', () => {
  const shown = page(snapshot({ kind: 'disabled', reason: { code: 'workspaceUntrusted' } }));
  expect(shown.isCallable).toBe(false);
  expect(shown.buttons).toEqual([
    { command: 'disableServer', title: 'Disable', icon: 'circle-slash' },
  ]);
});

test('a tool of the list says what is known of it; its schema is not sent along', () => {
  const add = {
    name: 'add',
    title: 'Add',
    description: 'Adds an item to the basket. And more.',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true, destructiveHint: false },
  };
  const finding = { kind: 'hiddenText', where: '/description', excerpt: 'x' } as const;
  const knowledge = { vetted: { held: ['add'], fresh: [], flagged: { add: [finding] } } };
  const shown = pageCatalog(
    catalog({
      tools: [add],
      dropped: [
        {
          list: 'tools',
          name: 'b',
          reason: { code: 'itemMalformed', args: { problem: 'no name' } },
        },
      ],
    }),
    knowledge,
  );
  expect(toPageSchema.parse({ kind: 'catalog', catalog: shown })).toEqual({
    kind: 'catalog',
    catalog: shown,
  });
  expect(shown.tools).toEqual([
    {
      name: 'add',
      title: 'Add',
      summary: 'Adds an item to the basket.',
      isOn: undefined,
      note: 'waits for review',
      isFlagged: true,
      tokens: undefined,
      hints: ['read-only'],
    },
  ]);
  expect(shown.dropped).toEqual([
    'tools: “b” is malformed and was left out. It is not as the specification has it: no name',
  ]);
  const notes = toolNotes(add, knowledge, 'Adds.');
  expect(notes.findings).toHaveLength(1);
  expect(notes.forModels[0]).toMatch(/: Adds\.$/);
});

test('a tool to review says what it was, what it is, and what may break calls', () => {
  const before = {
    name: 'pay',
    inputSchema: { type: 'object', properties: { amount: {}, currency: {} } },
  };
  const after = { ...before, inputSchema: { type: 'object', properties: { amount: {} } } };
  const change = { name: 'pay', why: 'changed', isHeld: true, hash: 'h', findings: [] } as const;
  const shown = reviewedTool({ ...change, before, after, findings: [] });
  expect(toPageSchema.parse({ kind: 'review', tools: [shown], keeps: false })).toMatchObject({
    tools: [shown],
  });
  expect(shown).toMatchObject({ name: 'pay', isHeld: true, hash: 'h' });
  expect(shown.before).toContain('- currency');
  expect(shown.after).not.toContain('- currency');
  expect(shown.breaking).toEqual(['The parameter "currency" was removed.']);
});

test('a line of the log is the server’s own, or a sentence about it', () => {
  const line = { id: 's', time: 1, level: 'info', text: 'steam is up' } as const;
  expect(logLine(line)).toEqual({ time: 1, level: 'info', text: 'steam is up', isEvent: false });
  const event = logLine({ ...line, text: '', reason: { code: 'exited', args: { exit: 3 } } });
  expect(event).toMatchObject({
    text: 'The server process ended with exit code 3.',
    isEvent: true,
  });
});
