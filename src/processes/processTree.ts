import { Termination, type Selection, hasGroup, descendantsOf } from './termination';
import { marksOf, type Marks, type ProcessFacts } from './processFacts';
import { startedBefore } from '../base/processIdentity';

/** What a tree of processes is known by. */
export interface TreeRoot {
  readonly pid: number;
  /** Without it the id is believed; with it, the id stands for nobody when another process has got it. */
  readonly birth?: string | undefined;
  /** The value of `markVariable` that everything below the root was started with. */
  readonly mark?: string | undefined;
  /** Its end was witnessed, so that what is left of its group is its own. Else the group ends with it. */
  readonly witnessed?: boolean;
}

/** How long SIGKILL is waited for, in milliseconds: it may take a while on a busy machine. */
export const afterKill = 2_000;

/**
 * The processes that belong to `root`: itself, its process group, those that have its mark, and the
 * descendants of all these. Not a program that it opened for the person, outside of its group and
 * session, and what came of that; nor what {@link descendantsOf} never holds.
 */
export function treeOf(
  root: TreeRoot,
  all: readonly ProcessFacts[],
  marks: ReadonlyMap<number, string> = new Map(),
): readonly ProcessFacts[] {
  const { pid, mark } = root;
  const idStands = pid > 1 && stands(root, all);
  return descendantsOf(
    all,
    (facts) => {
      // Windows leaves the id of a parent that has ended with its children.
      if (idStands && [facts.pid, facts.group, facts.parent].includes(pid)) return true;
      return mark !== undefined && marks.get(facts.pid) === mark;
    },
    (facts) => pid > 1 && [facts.pid, facts.group, facts.session].includes(pid),
  );
}

/** A tree of processes that is being ended. */
export class ProcessTree extends Termination {
  constructor(
    private root: TreeRoot,
    /** Whether the end of the root was witnessed: from then on, others may have its id. */
    private readonly hasEnded = (): boolean => false,
  ) {
    super(root.pid);
  }

  /** What lives of the tree. Never rejects: where nothing can be seen, its group is what is left. */
  override look(): Promise<readonly ProcessFacts[]> {
    return super.look().catch(() => this.#unseen());
  }

  protected override async select(all: readonly ProcessFacts[]): Promise<Selection> {
    const { pid, birth } = this.root;
    if (this.hasEnded()) this.root = { ...this.root, birth: birth ?? '', witnessed: true };
    const { known, complete } = await this.#marks(all);
    const selected = treeOf(this.root, all, known);
    const seen = selected.find((facts) => facts.pid === pid);
    if (seen) this.root = { ...this.root, birth: seen.birth, witnessed: true };
    return { selected, complete };
  }

  /** The marks of those that may be in the tree: what is older than its root is not. */
  async #marks(all: readonly ProcessFacts[]): Promise<Marks> {
    const { birth, mark } = this.root;
    if (mark === undefined) return { known: new Map(), complete: true };
    return marksOf(
      birth === undefined ? all : all.filter((facts) => !startedBefore(facts.birth, birth)),
    );
  }

  #unseen(): readonly ProcessFacts[] {
    const { pid, birth = '' } = this.root;
    const facts = { pid, parent: 0, group: pid, birth, name: '', memory: 0, cpuTime: 0 };
    if (process.platform === 'win32') return this.hasEnded() ? [] : [{ ...facts, birth: '' }];
    return hasGroup(pid) ? [facts] : [];
  }
}

function stands({ pid, birth, witnessed }: TreeRoot, all: readonly ProcessFacts[]): boolean {
  if (birth === undefined) return true;
  const found = all.find((facts) => facts.pid === pid);
  return found ? found.birth === birth : witnessed === true;
}
