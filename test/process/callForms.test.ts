import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../scripts/root.mjs';
import type { HttpLaunch } from '../../src/config/definition';
import type { ServerTest } from '../../src/config/serverTests';
import type { Handshake } from '../../src/ipc/state';
import { callForms, type CallForm } from '../../src/ui/serverPage/callForms';
import { everythingEntry, startEverythingHttp } from '../support/fakeServer/everything';
import { startFakeHttpServer } from '../support/fakeServer/fakeHttpServer';

// What is copied does what it says, when it is pasted into a shell.

const run = promisify(execFile);

const place = {
  server: 'it',
  config: '',
  cli: path.join(root, 'dist/cli.js'),
  platform: 'linux',
} as const;

function handshake(era: Handshake['era'], protocolVersion: string): Handshake {
  return { era, protocolVersion, serverInfo: {}, capabilities: {} };
}

function formOf(kind: CallForm['kind'], forms: readonly CallForm[]): string {
  return forms.find((form) => form.kind === kind)?.text ?? '';
}

async function inShell(text: string, env: Record<string, string> = {}): Promise<string> {
  return (await run('/bin/sh', ['-c', text], { env: { ...process.env, ...env } })).stdout;
}

function httpAt(url: string, headers: Record<string, string> = {}): HttpLaunch {
  return { type: 'http', url, headers };
}

test('curl greets a server of the legacy era, and calls its tool', async () => {
  await using server = await startEverythingHttp();
  const call = { tool: 'echo', arguments: { message: 'it\'s "quoted"' } };
  const forms = callForms(call, { ...place, launch: httpAt(server.url) });
  const answer = await inShell(formOf('curl', forms));
  expect(answer).toContain(JSON.stringify(`Echo: ${call.arguments.message}`));
});

test('curl calls a tool of the modern era, with the token that the shell has', async () => {
  const server = await startFakeHttpServer({
    era: 'modern',
    tools: ['echo'],
    unauthorized: 401,
  });
  onTestFinished(() => server.close());
  const forms = callForms(
    { tool: 'echo', arguments: { text: 'hi' } },
    {
      ...place,
      launch: httpAt(server.url, { Authorization: 'Bearer ${input:token}' }),
      handshake: handshake('modern', '2026-07-28'),
    },
  );
  const curl = formOf('curl', forms);
  expect(curl.split('\n')).toHaveLength(1);
  expect(await inShell(curl, { MCP_HEADER_AUTHORIZATION: 'Bearer good' })).toContain('"hi"');
});

test.each<[ServerTest, string]>([
  [{ tool: 'echo', arguments: { message: 'it\'s "quoted"' } }, `Echo: it's "quoted"`],
  [{ resource: 'demo://resource/static/document/features.md' }, 'Everything Server'],
])('the command line calls the server of the file: %j', async (call, expected) => {
  const config = path.join(mkdtempSync(path.join(tmpdir(), 'rh-call forms-')), 'mcp.json');
  writeFileSync(config, JSON.stringify({ servers: { "it's": everythingEntry() } }));
  const launch = { type: 'stdio', command: 'node', args: [], env: {} } as const;
  const forms = callForms(call, { ...place, server: "it's", launch, config });
  expect(forms.map(({ kind }) => kind)).not.toContain('curl');
  expect(await inShell(formOf('command', forms))).toContain(expected);
});

test('a prompt has its message, and a tool its mention in chat', () => {
  const launch = { type: 'stdio', command: 'node', args: [], env: {} } as const;
  const prompt = callForms({ prompt: 'greet', arguments: { city: 'Oslo' } }, { ...place, launch });
  expect(prompt.map(({ kind }) => kind)).toEqual(['message']);
  expect(JSON.parse(formOf('message', prompt))).toEqual({
    method: 'prompts/get',
    params: { name: 'greet', arguments: { city: 'Oslo' } },
  });
  const tool = callForms({ tool: 'echo', arguments: { text: 'hi' } }, { ...place, launch });
  expect(formOf('mention', tool)).toBe('#echo {"text":"hi"}');
});

test('what is secret in an address is left to the shell', () => {
  const url = 'https://a.example.org/mcp?token=hunter22hunter22';
  const headers = { 'x-api-key': 'ghp_0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R', 'x-team': 'tracks' };
  const forms = callForms({ tool: 'echo' }, { ...place, launch: httpAt(url, headers) });
  const curl = formOf('curl', forms);
  expect(curl).not.toContain('hunter22');
  expect(curl).not.toContain('ghp_');
  expect(curl).toContain('"$MCP_URL"');
  expect(curl).toContain(`'x-api-key: '"$MCP_HEADER_X_API_KEY"`);
  expect(curl).toContain("'x-team: tracks'");
});
