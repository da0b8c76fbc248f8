import { describe, expect, it, test } from 'vitest';
import { installHint } from '../../../../src/ui/reasons/installHints';
import { nextAction, sentence } from '../../../../src/ui/reasons/sentence';

describe('what to install', () => {
  it.each([
    ['npx', 'Node.js'],
    ['/usr/local/bin/node', 'Node.js'],
    ['C:\\nodejs\\npm.CMD', 'Node.js'],
    ['uvx', 'uv'],
    ['python3.12', 'Python'],
    ['pip3', 'Python'],
    ['docker', 'Docker'],
    ['bunx', 'Bun'],
    ['dnx', 'the .NET SDK'],
    ['gem', 'Ruby'],
    ['php8.3', 'PHP'],
  ])('%s: %s', (command, product) => {
    expect(installHint(command, 'editor')).toContain(`Install ${product} (https://`);
  });

  it.each(['my-server', 'constructor', '', '/', 'nodes'])('is unknown for "%s"', (command) => {
    expect(installHint(command, 'editor')).toBeUndefined();
  });
});

test('a missing command is told with the folders, and what to do by its name', () => {
  const folders = ['/usr/bin', '/bin'];
  const known = { code: 'notFound', args: { command: 'npx', folders, more: 3 } };
  expect(sentence(known)).toBe(
    'The command "npx" was not found in /usr/bin, /bin and 3 more folders.',
  );
  expect(nextAction(known)?.text).toMatch(/^Install Node\.js/);
  expect(nextAction(known)?.action?.command).toBe('openConfiguration');
  expect(nextAction(known, 'terminal')).toEqual({
    text: 'Install Node.js (https://nodejs.org). If it is there, add its folder to the PATH.',
  });
  const unknown = { code: 'notFound', args: { command: './run', folders: [] } };
  expect(sentence(unknown)).toBe('The command "./run" was not found.');
  expect(nextAction(unknown)?.text).toMatch(/^Check the spelling/);
});
