import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { problemTexts } from '../../../../src/ui/editing/problemTexts';
import { brief, nextAction, reasonTexts, sentence } from '../../../../src/ui/reasons/sentence';

/** The source but for the tables of reasons. */
const source = globSync('src/**/*.ts')
  .filter((file) => !file.includes('ui/reasons/'))
  .map((file) => readFileSync(file, 'utf8'));

/** Reasons that get these arguments from a helper in another file. */
const addedLater: Readonly<Record<string, string>> = {
  notReaped: 'message',
  ledgerUnwritable: 'message',
  toolOff: 'valid',
  toolHidden: 'valid',
};

/** Every reason code with the names of the arguments that its texts have. */
const reasons = Object.entries(reasonTexts).map(([code, text]) => {
  const { says, brief = '', next = '', terminal = '', model = '' } = text;
  const elsewhere = [terminal, model].join(' ').replaceAll(/\{(?:next|\w+Tool)\}/g, '');
  const places = [says, brief, next, elsewhere].join(' ').matchAll(/\{(\w+)/g);
  return [code, [...new Set(Array.from(places, ([, name = '']) => name))]] as const;
});

function withArguments(code: string, names: readonly string[]) {
  return { code, args: Object.fromEntries(names.map((name) => [name, 'x'])) };
}

/** How a reason code stands in the source. */
const codePlaces = [
  /UserError\(\s*'(\w+)'/g,
  /UserError\([^()]*\?\s*'(\w+)'/g,
  /UserError\([^()]*\?\s*'\w+'\s*:\s*'(\w+)'/g,
  /\bcode(?::| =) '(\w+)'/g,
  /\bcode(?::| =) [^'\n,;]*(?:'vscode' )?\? '(\w+)'/g,
  /\bcode(?::| =) .*\? '\w+' : '(\w+)'/g,
  /\bblocked\('\w+', '(\w+)'/g,
  /\b(?:passed|warned|failed|skipped|unmet)\(\s*'(\w+)'/g,
  /\bpassed\(\w+ \? '(\w+)' : '\w+'/g,
  /\bpassed\(\w+ \? '\w+' : '(\w+)'/g,
];

describe('reasons', () => {
  test.each(reasons)('%s has whole sentences, with arguments that come with it', (code, names) => {
    const reason = withArguments(code, names);
    for (const text of [sentence(reason), brief(reason), nextAction(reason)?.text ?? '']) {
      expect(text).not.toMatch(/[[\]]|(?<!\$)\{/);
    }
    const origins = source.filter((text) => text.includes(`'${code}'`));
    const isGiven = (name: string): boolean =>
      addedLater[code] === name || origins.some((text) => new RegExp(`\\b${name}\\b`).test(text));
    expect(names.filter((name) => !isGiven(name))).toEqual([]);
  });

  test('every code in the source has a sentence, and every sentence a place that uses it', () => {
    const codes = new Set(
      source.flatMap((text) =>
        codePlaces.flatMap((place) => Array.from(text.matchAll(place), ([, code = '']) => code)),
      ),
    );
    // Problems of files have texts of their own.
    const texts = { ...reasonTexts, ...problemTexts };
    expect([...codes].filter((code) => !(code in texts))).toEqual([]);
    expect(Object.keys(reasonTexts).filter((code) => !codes.has(code))).toEqual([]);
  });

  test('optional parts appear only with their arguments', () => {
    expect(sentence({ code: 'exited', args: { signal: 'SIGKILL', said: 'bye' } })).toBe(
      'The server process ended by signal SIGKILL. It said: bye',
    );
    expect(sentence({ code: 'exited', args: { exit: 0 } })).toBe(
      'The server process ended with exit code 0.',
    );
  });

  test('a cause is told after what it brought about, and its next action comes first', () => {
    const reason = {
      code: 'crashLoop',
      args: { count: 5 },
      cause: { code: 'notFound', args: { command: 'nodejs' } },
    };
    expect(sentence(reason)).toBe(
      'The server failed 5 times in a short while and is not restarted any more. The command "nodejs" was not found.',
    );
    expect(nextAction(reason)?.action?.command).toBe('openConfiguration');
  });

  /** Those that come up in a window of VS Code alone, or are about one. */
  const aboutWindows: ReadonlySet<string> = new Set([
    ...Object.keys(reasonTexts).filter((code) =>
      /^(?:host|registry|pins|chat|model)[A-Z]/.test(code),
    ),
    'askFirst',
    'autostartOverridden',
    'cachedToolsKept',
    'contractMismatch',
    'copiesNotStopped',
    'gatewayMissing',
    'noChat',
    'noWindow',
    'otherFolder',
    'promptUnclear',
    'sandboxUnsupported',
    'shellFailed',
    'shellTimedOut',
    'signInNoWindow',
    'toolNotOffered',
    'toolOff',
    'unknownToolSet',
  ]);

  test.each(reasons)('%s names no means of an editor in a terminal', (code, names) => {
    const next = nextAction(withArguments(code, names), 'terminal');
    expect(next?.action).toBeUndefined();
    const editors =
      /\b(?:the log|editor|window|view|tree|palette|button)\b|setting "|VS Code|MCP:/i;
    if (!aboutWindows.has(code)) expect(next?.text ?? '').not.toMatch(editors);
  });

  test('a server that was given up says first why; what has no few words has its sentence', () => {
    const cause = { code: 'exited', args: { signal: 'SIGKILL', said: 'bye' } };
    expect(brief({ code: 'crashLoop', args: { count: 5 }, cause })).toBe(
      'signal SIGKILL: bye · 5 times',
    );
    expect(brief({ code: 'listFailed', cause: { code: 'connectionClosed' } })).toBe(
      'lists are missing · connection closed',
    );
    expect(brief({ code: 'sessionLost' })).toBe('The server forgot the session.');
    expect(brief({ code: 'notApproved' })).toBe('');
  });

  test('an unknown code is named with its arguments', () => {
    expect(sentence({ code: 'novel', args: { a: 1, b: ['x', 'y'] } })).toBe(
      'novel (a: 1; b: x, y)',
    );
    expect(nextAction({ code: 'novel' })).toBeUndefined();
  });
});
