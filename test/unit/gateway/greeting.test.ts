import { expect, it } from 'vitest';
import { greeting } from '../../../src/gateway/greeting';
import { handshake } from './testServer';

it('calls the server by its plain key and keeps what it calls itself', () => {
  expect(greeting('github', handshake, '2025-03-26')).toEqual({
    protocolVersion: '2025-03-26',
    serverInfo: { name: 'github', title: 'github', version: '3.2.1' },
    capabilities: {
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      completions: {},
    },
    instructions: 'Mind the gap.',
    _meta: { 'mcp-roundhouse/serverInfo': handshake.serverInfo },
  });
});

it.each(['2026-07-28', '1999-01-01', undefined, 7])('offers the newest for %s', (version) => {
  expect(greeting('x', handshake, version)['protocolVersion']).toBe('2025-11-25');
});

it('takes back what a modern server has no request for', () => {
  const capabilities = { logging: {}, resources: { subscribe: true }, prompts: {} };
  const modern = greeting('x', { ...handshake, era: 'modern', capabilities }, undefined);
  expect(modern['capabilities']).toEqual({
    resources: { subscribe: false, listChanged: true },
    prompts: { listChanged: true },
  });
});

it('has a version where the server has none', () => {
  const nameless = greeting('x', { ...handshake, serverInfo: {} }, undefined);
  expect(nameless['serverInfo']).toEqual({ name: 'x', title: 'x', version: '' });
});
