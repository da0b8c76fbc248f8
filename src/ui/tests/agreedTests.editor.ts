import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { canonicalJson } from '../../base/json';
import type { KeyValueStore } from '../../client/stores';
import type { Definition } from '../../config/definition';
import { subjectOf, type ServerTest } from '../../config/serverTests';
import { escapeDeceptive } from '../text/untrustedText';
import { t } from './testTexts';

/** A test of a server that the person configured for themselves. */
export interface OwnTest {
  readonly definition: Pick<Definition, 'id' | 'name'>;
  readonly test: ServerTest;
}

const agreedKey = 'roundhouse.agreedTests';
/** Calls that are remembered; the oldest go first. */
const mostAgreed = 1_000;
/** Characters of the calls in one question, because a dialog has to show all of them. */
const mostShown = 2_000;

/**
 * Asks about the tests whose calls the person has not agreed to, and returns those that must not run: the file of a
 * folder can name any server, and no rule asks about a call of a test. A call too long for a question is not asked about.
 */
export async function refusedTests<T extends OwnTest>(
  store: KeyValueStore,
  tests: readonly T[],
): Promise<readonly T[]> {
  const agreed = new Set(agreedIn(store));
  const open = tests.filter((one) => !agreed.has(hashOf(one)));
  const refused = new Set(open);
  for (const shown of questionsOf(open)) {
    if (!(await confirm(shown))) break;
    await agree(store, ...shown);
    for (const one of shown) refused.delete(one);
  }
  return [...refused];
}

/** Remembers that the person agrees to the calls of tests. */
export async function agree(store: KeyValueStore, ...tests: readonly OwnTest[]): Promise<void> {
  const agreed = new Set([...agreedIn(store), ...tests.map(hashOf)]);
  await store.update(agreedKey, [...agreed].slice(-mostAgreed));
}

function agreedIn(store: KeyValueStore): readonly unknown[] {
  const stored = store.get(agreedKey);
  return Array.isArray(stored) ? stored : [];
}

/** The same for tests that make the same call, whatever they expect of it. */
function hashOf({ definition, test }: OwnTest): string {
  const call = [definition.id, subjectOf(test), test.arguments ?? {}];
  return createHash('sha256').update(canonicalJson(call)).digest('base64url');
}

/** The tests of each question. */
function questionsOf<T extends OwnTest>(tests: readonly T[]): readonly (readonly T[])[] {
  const questions: T[][] = [];
  let room = 0;
  for (const one of tests) {
    const { length } = lineOf(one);
    if (length > mostShown) continue;
    if (length > room) {
      questions.push([]);
      room = mostShown;
    }
    questions.at(-1)?.push(one);
    room -= length;
  }
  return questions;
}

async function confirm(tests: readonly OwnTest[]): Promise<boolean> {
  const detail = [...tests.map(lineOf), '', t('ownServersDetail')].join('\n');
  const options = { modal: true, detail };
  const allow = t('callThem');
  return (await vscode.window.showWarningMessage(t('ownServers'), options, allow)) === allow;
}

function lineOf({ definition, test }: OwnTest): string {
  const { kind, name } = subjectOf(test);
  const { arguments: args = {} } = test;
  const written = Object.keys(args).length > 0 ? ` ${JSON.stringify(args)}` : '';
  return escapeDeceptive(`${definition.name}: ${kind} ${name}${written}`);
}
