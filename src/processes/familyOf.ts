import type { ProcessFacts } from './processFacts';
import { isPersonal } from './personalProgram';

type Test = (facts: ProcessFacts) => boolean;

/**
 * Those that pass `isFirst`, and their descendants. Never the first processes of the system nor this
 * one, whatever they say. A browser or an editor that one of them opened for the person goes on with
 * everything below it, unless it passes `isOwn`: it would take all its tabs along.
 */
export function familyOf(
  all: readonly ProcessFacts[],
  isFirst: Test,
  isOwn: Test,
): readonly ProcessFacts[] {
  const children = childrenOf(all);
  const family = withDescendants(all.filter(isFirst), children);
  const opened = [...family].filter((facts) => isPersonal(facts) && !isOwn(facts));
  const spared = withDescendants(opened, children);
  return [...family].filter((facts) => !spared.has(facts));
}

type Children = ReadonlyMap<number, readonly ProcessFacts[]>;

function withDescendants(first: readonly ProcessFacts[], children: Children): Set<ProcessFacts> {
  const found = new Set<ProcessFacts>();
  const waiting = [...first];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (found.has(next) || next.pid <= 1 || next.pid === process.pid) continue;
    found.add(next);
    waiting.push(...(children.get(next.pid) ?? []));
  }
  return found;
}

function childrenOf(all: readonly ProcessFacts[]): Children {
  const children = new Map<number, ProcessFacts[]>();
  for (const facts of all) {
    const known = children.get(facts.parent);
    if (known) known.push(facts);
    else children.set(facts.parent, [facts]);
  }
  return children;
}
