import { startedBefore } from '../base/processIdentity';
import { marksOf, type Marks, type ProcessFacts } from './processFacts';
import { Termination, type Selection, hasGroup, descendantsOf } from './termination';

/** The root of a process tree. */
export interface TreeRoot {
  readonly pid: number;
  /** Without it the id counts; with it, the id counts only for the same process. */
  readonly birth?: string | undefined;
  /** The value of `markVariable` of all processes below the root. */
  readonly mark?: string | undefined;
  /** True if its end was witnessed, so that its remaining group is its own; else the group counts only with it. */
  readonly witnessed?: boolean;
}

/** Limit for SIGKILL to take effect, in milliseconds, long because of busy machines. */
export const afterKill = 2_000;

/**
 * The processes that belong to `root`: itself, its group, processes with its mark, and all their descendants. A
 * user's app outside its group and session is left out, as {@link descendantsOf} does.
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

/** The termination of a process tree. */
export class ProcessTree extends Termination {
  constructor(
    private root: TreeRoot,
    /** True once the end of the root was witnessed: then others may have its id. */
    private readonly hasEnded = (): boolean => false,
  ) {
    super(root.pid);
  }

  /** The running processes of the tree. Never rejects: if nothing can be seen, its group is what is left. */
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

  /** The marks of the processes that are no older than the root. */
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
