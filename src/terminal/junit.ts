import { hasPassed, type TestOutcome } from '../ipc/serverTests';
import type { SavedTest } from '../config/serverTests';

/** A test with its outcome. `lines`: why it has not passed. */
export interface EndedTest {
  readonly saved: SavedTest;
  readonly outcome: TestOutcome;
  readonly lines: readonly string[];
}

/** The outcomes in JUnit's format, with a suite for each server. `file`: the file of the tests, as it is shown. */
export function junitXml(tests: readonly EndedTest[], file: string): string {
  const servers = [...new Set(tests.map(({ saved }) => saved.server))];
  const suites = servers.map((server) => {
    const own = tests.filter(({ saved }) => saved.server === server);
    return element(
      'testsuite',
      { name: server, ...counts(own) },
      own.map((one) => testCase(one, file)),
    );
  });
  const whole = element('testsuites', counts(tests), suites);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${whole}\n`;
}

function counts(tests: readonly EndedTest[]) {
  return {
    tests: tests.length,
    failures: tests.filter(({ outcome }) => !outcome.reason && !hasPassed(outcome)).length,
    errors: tests.filter(({ outcome }) => outcome.reason).length,
    time: seconds(tests.reduce((sum, { outcome }) => sum + outcome.took, 0)),
  };
}

function testCase({ saved, outcome, lines }: EndedTest, file: string): string {
  const { server: classname, name, range } = saved;
  const given = { classname, name, file, line: range.startLine + 1, time: seconds(outcome.took) };
  if (hasPassed(outcome)) return element('testcase', given, []);
  const [message = ''] = lines;
  const kind = outcome.reason ? 'error' : 'failure';
  return element('testcase', given, [element(kind, { message }, [escaped(lines.join('\n'))])]);
}

function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: readonly string[],
): string {
  const given = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escaped(String(value))}"`,
  );
  const head = `<${name}${given.join('')}`;
  return content.length === 0 ? `${head}/>` : `${head}>${content.join('\n')}</${name}>`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(3);
}

/** Characters that XML 1.0 cannot have, not even escaped. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escaped(text: string): string {
  return text.replaceAll(forbidden, '\uFFFD').replaceAll(/[&<>"]/g, (one) => entities[one] ?? one);
}
