import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../src/config/read/parseConfig';
import { folderSource } from './textAt';

function fingerprint(entry: string, name = 's'): string | undefined {
  const text = `{"servers": {"${name}": ${entry}}}`;
  return parseConfig(text, folderSource).definitions[0]?.fingerprint;
}

describe('fingerprint', () => {
  const written = fingerprint('{"command": "c", "args": ["1"], "env": {"A": "1", "B": "2"}}');

  it.each([
    ['order', '{"env": {"B": "2", "A": "1"}, "args": ["1"], "command": "c"}'],
    ['comments', '{"command": "c", /* x */ "args": ["1",], "env": {"A": "1", "B": "2"}}'],
    [
      'an explicit type',
      '{"type": "stdio", "command": "c", "args": ["1"], "env": {"A": "1", "B": "2"}}',
    ],
    [
      'keys that launch nothing',
      '{"dev": {}, "command": "c", "args": ["1"], "env": {"A": "1", "B": "2"}}',
    ],
  ])('is the same whatever the %s', (_what, entry) => {
    expect(written).toMatch(/^[0-9a-f]{64}$/);
    expect(fingerprint(entry)).toBe(written);
  });

  it.each([
    ['command', '{"command": "d", "args": ["1"], "env": {"A": "1", "B": "2"}}'],
    ['argument', '{"command": "c", "args": ["1", ""], "env": {"A": "1", "B": "2"}}'],
    ['value of a variable', '{"command": "c", "args": ["1"], "env": {"A": "1", "B": "3"}}'],
    ['unset variable', '{"command": "c", "args": ["1"], "env": {"A": "1", "B": null}}'],
    ['working folder', '{"command": "c", "args": ["1"], "cwd": ".", "env": {"A": "1", "B": "2"}}'],
  ])('differs by the %s', (_what, entry) => {
    expect(fingerprint(entry)).toBeDefined();
    expect(fingerprint(entry)).not.toBe(written);
  });

  it('differs by the executable that debugging runs in place of the command, and by nothing else of dev', () => {
    const of = (dev: object): string | undefined =>
      fingerprint(JSON.stringify({ command: 'c', args: ['1'], env: { A: '1', B: '2' }, dev }));
    const watched = { watch: ['src/**'] };
    const debugged = (debugpyPath: string): object => ({ debug: { type: 'debugpy', debugpyPath } });
    for (const dev of [watched, { debug: { type: 'node' } }, { debug: { type: 'debugpy' } }]) {
      expect(of(dev)).toBe(written);
    }
    expect(of(debugged(''))).toBe(written);
    expect(of(debugged('/opt/debugpy'))).not.toBe(written);
    expect(of(debugged('/opt/debugpy'))).not.toBe(of(debugged('/tmp/debugpy')));
    expect(of({ ...debugged('/opt/debugpy'), ...watched })).toBe(of(debugged('/opt/debugpy')));
  });

  it('differs by type, url and headers', () => {
    const entries = [
      '{"url": "http://a/"}',
      '{"url": "http://b/"}',
      '{"type": "sse", "url": "http://a/"}',
      '{"url": "http://a/", "headers": {"X": "1"}}',
    ];
    expect(new Set(entries.map((entry) => fingerprint(entry))).size).toBe(entries.length);
  });

  it('differs by the command that an input of it runs, and by nothing else of its inputs', () => {
    const of = (input: object, arg = '${input:i}'): string | undefined => {
      const inputs = [{ id: 'i', ...input }];
      const text = JSON.stringify({ servers: { s: { command: 'c', args: [arg] } }, inputs });
      return parseConfig(text, folderSource).definitions[0]?.fingerprint;
    };
    const run = { type: 'command', command: 'a.b', args: { x: 1 } };
    expect(of({ ...run, description: 'D' })).toBe(of(run));
    expect(of({ ...run, command: 'a.c' })).not.toBe(of(run));
    expect(of({ ...run, args: { x: 2 } })).not.toBe(of(run));
    expect(of(run, 'x')).toBe(of({ ...run, command: 'a.c' }, 'x'));
    const asked = { type: 'promptString' };
    expect(of({ ...asked, password: true })).toBe(of(asked));
    expect(of(run)).not.toBe(of(asked));
  });
});
