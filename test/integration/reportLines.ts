import type { Runner } from 'mocha';

/**
 * Reports a run to the console, which the editor passes on to whoever runs the tests: one text per line, each
 * marked, because an editor says much else there. The last line holds the counts.
 */
export function reportLines(runner: Runner): void {
  let passed = 0;
  let failed = 0;
  runner.on('pass', (test) => {
    passed += 1;
    say(`✓ ${test.fullTitle()} (${test.duration ?? 0} ms)`);
  });
  runner.on('fail', (test, error: unknown) => {
    failed += 1;
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    say(`✗ ${test.fullTitle()}`);
    for (const line of reason.split('\n')) say(`    ${line}`);
  });
  runner.once('end', () => say(`${passed} passing, ${failed} failing`));
}

/** Prints a line for whoever runs the tests. */
export function say(line: string): void {
  console.log(`[integration] ${line}`);
}
