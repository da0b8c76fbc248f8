import { expect, test } from 'vitest';
import { ToolHeaders } from '../../../src/protocol/headers';

test('a tool whose name is no text does not keep the others from being known', () => {
  const headers = new ToolHeaders();
  const inputSchema = { properties: { a: { type: 'string', 'x-mcp-header': 'Region' } } };
  headers.learn({
    tools: [
      { name: { toString: 1 }, inputSchema },
      { name: 'b', inputSchema },
    ],
  });
  expect(headers.of({ name: 'b', arguments: { a: 'x' } })).toEqual({ 'Mcp-Param-Region': 'x' });
  expect(headers.of({ name: { toString: 1 }, arguments: { a: 'x' } })).toBeUndefined();
});
