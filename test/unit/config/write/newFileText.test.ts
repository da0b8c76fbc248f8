import { expect, test } from 'vitest';
import { newFileText } from '../../../../src/config/write/putEntries';

test('a new file has the key under which its host looks for servers', () => {
  expect(newFileText('vscode')).toBe('{\n\t"servers": {}\n}\n');
  expect(newFileText('dotmcp')).toBe('{\n\t"mcpServers": {}\n}\n');
});
