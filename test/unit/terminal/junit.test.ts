import { expect, test } from 'vitest';
import { junitXml, type EndedTest } from '../../../src/terminal/junit';

function ended(
  server: string,
  name: string,
  outcome: Partial<EndedTest['outcome']>,
  lines: string[] = [],
): EndedTest {
  const range = { startLine: 3, startCharacter: 0, endLine: 3, endCharacter: 1 };
  return {
    saved: { server, name, range, problems: [] },
    outcome: { took: 1_500, failures: [], ...outcome },
    lines,
  };
}

test('suites by server, with counts, times and what failed', () => {
  const failures = [{ reason: { code: 'testText' } }];
  const xml = junitXml(
    [
      ended('a', 'well', {}),
      ended('b', 'errs', { reason: { code: 'unknownServer' } }, ['No server.']),
      ended('a', 'fails', { failures }, ['First.', 'Second.']),
    ],
    'mcp-tests.json',
  );
  expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/);
  expect(xml).toContain('<testsuites tests="3" failures="1" errors="1" time="4.500">');
  expect(xml).toContain('<testsuite name="a" tests="2" failures="1" errors="0" time="3.000">');
  expect(xml).toContain(
    '<testcase classname="a" name="well" file="mcp-tests.json" line="4" time="1.500"/>',
  );
  expect(xml).toContain('<failure message="First.">First.\nSecond.</failure>');
  expect(xml).toContain('<error message="No server.">No server.</error>');
});

test('text of servers cannot leave its place', () => {
  const xml = junitXml(
    [ended('<a> & "b"', 'x\u0000y\uFFFF\uD800', { reason: { code: 'x' } }, [']]></error>\u001B'])],
    'f',
  );
  expect(xml).toContain('name="&lt;a&gt; &amp; &quot;b&quot;"');
  expect(xml).toContain('name="x\uFFFDy\uFFFD\uFFFD"');
  expect(xml).toContain(']]&gt;&lt;/error&gt;\uFFFD');
  // oxlint-disable-next-line no-control-regex
  expect(xml).not.toMatch(/[\u0000-\u0008\u001B]/);
});
