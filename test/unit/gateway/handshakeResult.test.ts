import { expect, it } from 'vitest';
import { discovery, initializeResult, withoutTasks } from '../../../src/gateway/handshakeResult';
import { handshake } from '../../support/gateway/testServer';

it('calls the server by its plain key and keeps what it calls itself', () => {
  expect(initializeResult('github', handshake, '2025-03-26')).toEqual({
    protocolVersion: '2025-03-26',
    serverInfo: { name: 'github', title: 'github', version: '3.2.1', vendorField: 'kept' },
    capabilities: {
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      completions: {},
      experimental: { something: {} },
    },
    instructions: 'Mind the gap.',
    _meta: { 'mcp-roundhouse/serverInfo': handshake.serverInfo },
  });
});

it.each(['2026-07-28', '1999-01-01', undefined, 7])('offers the newest for %s', (version) => {
  expect(initializeResult('x', handshake, version)['protocolVersion']).toBe('2025-11-25');
});

it('offers tasks where client and server are of one era: each has its own', () => {
  const extensions = { 'io.modelcontextprotocol/tasks': {}, 'io.modelcontextprotocol/ui': {} };
  const known = { ...handshake, capabilities: { logging: {}, tasks: { list: {} }, extensions } };
  const ui = { 'io.modelcontextprotocol/ui': {} };
  expect(initializeResult('x', known, undefined)['capabilities']).toEqual(known.capabilities);
  expect(discovery('x', known)['capabilities']).toEqual({ logging: {}, extensions: ui });
  const modern = { ...known, era: 'modern' } as const;
  expect(discovery('x', modern)['capabilities']).toEqual(known.capabilities);
  expect(initializeResult('x', modern, undefined)['capabilities']).toEqual({
    logging: {},
    extensions: ui,
  });
});

it('offers a chat no tasks, and all else', () => {
  const known = { ...handshake, capabilities: { logging: {}, tasks: { list: {} } } };
  expect(initializeResult('x', withoutTasks(known), undefined)['capabilities']).toEqual({
    logging: {},
  });
});

it('has a version where the server has none', () => {
  const nameless = initializeResult('x', { ...handshake, serverInfo: {} }, undefined);
  expect(nameless['serverInfo']).toEqual({ name: 'x', title: 'x', version: '' });
});
