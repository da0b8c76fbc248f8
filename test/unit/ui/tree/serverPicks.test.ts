import { expect, test } from 'vitest';
import { serverPicks } from '../../../../src/ui/tree/serverPicks';
import { entries, now, shopFile, snapshot } from '../samples';

const file = shopFile(`{"servers": {
  "till": {"command": "npx", "args": ["-y", "two words", ""]},
  "stock": {"url": "https://shop.example/mcp?api_key=wXq81LmZ0pT4kR7v"}
}}`);
const shown = entries([file], { till: snapshot({ kind: 'running', since: 0 }) });

test('shows what is started', () => {
  const lines = serverPicks(shown, now).map(
    ({ label, description, detail }) => `${label} | ${description} | ${detail}`,
  );
  expect(lines).toEqual([
    'till | running · shop · .vscode/mcp.json | npx -y "two words" ""',
    'stock | stopped · shop · .vscode/mcp.json | https://shop.example/mcp?api_key=•••',
  ]);
});

test('offers the servers to which an action applies, or all', () => {
  const names = (action: 'start' | 'stop', from = shown): string[] =>
    serverPicks(from, now, action).map(({ label }) => label);
  expect(names('start')).toEqual(['stock']);
  expect(names('stop')).toEqual(['till']);
  expect(names('stop', entries([file]))).toEqual(['till', 'stock']);
});

test('offers to enable what the settings disable, and to disable the rest of ours', () => {
  const off = { code: 'disabledBySettings', args: { layer: 'user' } };
  const some = entries([file], { till: snapshot({ kind: 'disabled', reason: off }) });
  const marked = new Map(
    Array.from(some, ([id, entry]) => [
      id,
      { ...entry, inactiveReason: entry.definition.name === 'till' ? off : undefined },
    ]),
  );
  const names = (action: 'enable' | 'disable'): string[] =>
    serverPicks(marked, now, action).map(({ label }) => label);
  expect(names('enable')).toEqual(['till']);
  expect(names('disable')).toEqual(['stock']);
});
