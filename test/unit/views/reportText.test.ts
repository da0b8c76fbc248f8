import { expect, test } from 'vitest';
import { modeText, reportText, whyText } from '../../../src/views/reportText';
import { entries, now, shopFile, snapshot } from './samples';

const file = shopFile(`{"servers": {
  "till": {"command": "till", "args": ["--token", "s3cret"], "env": {"KEY": "s3cret"}},
  "stock": {"url": "https://ann:s3cret@shop.example/s3cret?key=s3cret",
    "headers": {"X-Key": "s3cret"}, "colour": 1}
}}`);
const error = { code: 'notFound', args: { command: 'till' } };
const running = {
  ...snapshot({ kind: 'running', since: 0 }, { tools: 1 }),
  handshake: {
    era: 'legacy' as const,
    protocolVersion: '2025-11-25',
    serverInfo: { name: 'Stock', version: '1.2.3' },
    capabilities: {},
  },
};
const shown = entries([file], { till: snapshot({ kind: 'failed', error }), stock: running });

test('tells everything but secrets', () => {
  const report = reportText({
    files: [file],
    entries: shown,
    mode: { kind: 'window', reason: { code: 'hostSilent' } },
    trusted: true,
    now,
    environment: {
      product: 'Code',
      productVersion: '1.103.0',
      version: '0.1.0',
      platform: 'linux x64',
    },
  });
  expect(report).not.toContain('s3cret');
  expect(report).toBe(
    `\
# MCP Roundhouse report

- Code 1.103.0, MCP Roundhouse 0.1.0, linux x64
- Host: this window (The shared host process did not answer in time.)
- Restricted Mode: no

## shop · .vscode/mcp.json

- Who runs the servers: Roundhouse runs them
- Line 4: The key "colour" is not known here and is ignored.

### till

- State: failed
- Why: The command "till" was not found.
- What to do: Check the spelling, that it is installed, and that it is on the PATH.
- Launch: stdio till (2 arguments not shown)

### stock

- State: running · 1 tool
- Launch: http https://shop.example
- Server: Stock 1.2.3, protocol 2025-11-25
`,
  );
});

test('explains one server', () => {
  const why = [...shown.values()].map((entry) => whyText(entry, now));
  expect(why).toEqual([
    'till: failed. The command "till" was not found. Check the spelling, that it is installed, and that it is on the PATH.',
    'stock is running · 1 tool: nothing keeps it from running.',
  ]);
});

test('says where the host runs, or why there is none', () => {
  expect(modeText({ kind: 'unattached' })).toBe('not needed yet');
  expect(modeText({ kind: 'shared', pid: 7 })).toBe('shared process 7');
  expect(modeText({ kind: 'failed', reason: { code: 'hostUnreachable' } })).toBe(
    'none (The shared host process started but cannot be reached.)',
  );
});
