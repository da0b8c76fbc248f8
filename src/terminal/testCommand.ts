import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../base/errors';
import type { JsonObject } from '../base/json';
import { Sequencer } from '../base/sequencer';
import { runTests } from '../client/serverTests';
import {
  putSnapshot,
  readServerTests,
  testKey,
  type SavedTest,
  type TestProblem,
} from '../config/serverTests';
import { hasPassed, type TestOutcome } from '../ipc/serverTests';
import { endedText, outcomeLines, testProblemText } from '../ui/tests/testTexts';
import type { Command, Output } from './commands';
import { junitXml, type EndedTest } from './junit';
import { readGiven, UsageError, type Options } from './options';
import { folderOf } from './readConfigs';

/** Runs the tests of a file. Prints each with its outcome, and writes them for a CI system where that is wanted. */
export const test: Command = async (window, options, _configs, output) => {
  const { operands, json, junit, update } = options;
  const [file = ''] = operands;
  const text = await textOf(file);
  const folder = folderOf(path.resolve(file));
  const { tests, problems } = readServerTests(text, folder);
  for (const problem of problems) output.message(problemLine(file, problem));
  const wanted = chosen(tests, options);
  const ended: EndedTest[] = [];
  const writing = new Sequencer();
  const report = async (): Promise<void> => {
    if (junit !== undefined) await writing.run(() => write(junit, junitXml(ended, file)));
  };
  // A mistake in the path must not cost a whole run.
  await report();
  const end = (saved: SavedTest, outcome: TestOutcome, lines: readonly string[]): void => {
    ended.push({ saved, outcome, lines });
    if (!json) output.result(endedText(saved, outcome, lines));
  };
  for (const saved of wanted.filter(({ test }) => !test)) {
    const lines = saved.problems.map((problem) => problemLine(file, problem));
    const reason = { code: 'testInvalid', args: { file } };
    end(saved, { took: 0, failures: [], reason }, lines);
  }
  const listener = {
    started: () => undefined,
    ended: (saved: SavedTest, given: TestOutcome) => {
      const outcome = update && given.snapshot ? { ...given, failures: [] } : given;
      end(saved, outcome, outcomeLines(outcome, 'terminal'));
      // A run that is ended leaves what was done. The last report tells why one cannot be written.
      report().catch(() => undefined);
    },
  };
  await runTests(window.host, wanted, listener, window.ending);
  const passed = ended.filter(({ outcome }) => hasPassed(outcome)).length;
  const failed = ended.length - passed;
  if (json)
    output.result(JSON.stringify({ tests: ended.map(jsonOf), passed, failed }, undefined, 2));
  else output.result(`${passed} passed, ${failed} failed`);
  const isWritten = await noted(output, async () => {
    await report();
    return !update || updateSnapshots(file, folder, ended, output);
  });
  return failed === 0 && problems.length === 0 && isWritten ? 0 : 1;
};

/** False where something was not written. It is only told, because the results are printed already. */
async function noted(output: Output, work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    output.message(error.message);
    return false;
  }
}

/** @throws UsageError where there is nothing to run, because a run without tests must not look like a success. */
function chosen(
  tests: readonly SavedTest[],
  { server: servers, operands }: Options,
): readonly SavedTest[] {
  const wanted = tests.filter(({ server }) => servers.length === 0 || servers.includes(server));
  const missing = servers.filter((name) => !tests.some(({ server }) => server === name));
  if (missing.length > 0) throw new UsageError(`There are no tests of ${missing.join(', ')}.`);
  if (wanted.length === 0) throw new UsageError(`There are no tests in ${operands[0]}.`);
  return wanted;
}

function jsonOf({ saved: { server, name }, outcome, lines }: EndedTest) {
  const { took, reason, failures } = outcome;
  return {
    server,
    name,
    passed: hasPassed(outcome),
    took,
    reason,
    failures,
    message: lines.join('\n'),
  };
}

function problemLine(file: string, problem: TestProblem): string {
  const { startLine, startCharacter } = problem.range;
  return `${file}:${startLine + 1}:${startCharacter + 1}: ${testProblemText(problem)}`;
}

/**
 * Changes only the snapshots of tests that are still the same, and leaves the layout and the comments of the file. False
 * where one was left alone.
 */
async function updateSnapshots(
  file: string,
  folder: string,
  ended: readonly EndedTest[],
  output: Output,
): Promise<boolean> {
  const text = await textOf(file);
  const now = new Set(readServerTests(text, folder).tests.map(testKey));
  const differing = ended.filter(({ outcome }) => outcome.snapshot);
  const isSame = ({ saved }: EndedTest): boolean => now.has(testKey(saved));
  const updated = differing
    .filter(isSame)
    .reduce(
      (edited, { saved, outcome }) =>
        putSnapshot(edited, saved, outcome.snapshot as JsonObject, folder),
      text,
    );
  if (updated !== text) await write(file, updated);
  for (const one of differing) {
    const what = isSame(one) ? 'snapshot updated' : 'changed meanwhile, snapshot not updated';
    output.message(`${one.saved.server} › ${one.saved.name}: ${what}.`);
  }
  return differing.every(isSame);
}

function textOf(file: string): Promise<string> {
  return readGiven(file, 'The tests cannot be read');
}

async function write(file: string, text: string): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${messageOf(error)}`);
  }
}
