import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import type { PinMode } from '../config/settings/toolPolicy';
import type { Catalog, Handshake, Tool, Vetted } from '../ipc/state';
import type { AcceptedTool, ToolChange } from '../ipc/toolChanges';
import { canonicalHash, toldOf } from '../ipc/canonicalHash';
import { isHeld, verdictOf, type Identity, type Verdict } from '../tools/scan/pins';
import type { ToolNames } from './modelCatalog';
import type { PinsRead } from './toolPins';
import { canonicalJson } from '../base/json';
import type { Finding } from '../ipc/findings';
import { scan } from '../tools/scan/scan';

/** What is known of a server handle's server, and pinned of it. */
export interface PinSource {
  readonly handshake: ReadonlySignal<Handshake | undefined>;
  readonly pins: ReadonlySignal<PinsRead>;
  readonly identify: (tool: Tool) => Identity;
  readonly accept: (seen: readonly AcceptedTool[]) => void;
}

/** What a server handle's tools are held back for, and what is suspicious in them. */
export class CatalogScan {
  readonly #mode = signal<PinMode>('changed');
  readonly #tools = computed(
    () => new Map(this.offered.value?.tools.map((tool) => [tool.name, tool])),
  );
  readonly #findings: HandleFindings;
  /** Tools whose definitions are suspicious. */
  readonly flagged: ReadonlySignal<ToolNames>;
  /** Tools that models do not get until a person has looked at them. */
  readonly held: ReadonlySignal<ToolNames> = computed(() => {
    const [tools, mode, pins] = [this.#tools.value, this.#mode.value, this.source.pins.value.pins];
    return {
      has: (name, tool = tools.get(name)) =>
        tool !== undefined && isHeld(verdictOf(pins, this.source.identify(tool)), mode),
    };
  });
  /** What a person may want to look at; absent where that is nothing. */
  readonly summary: ReadonlySignal<Vetted | undefined> = computed(() => {
    const [held, mode] = [this.held.value, this.#mode.value];
    const tools = [...this.#tools.value.values()];
    const named = (which: (tool: Tool) => boolean): string[] =>
      tools.filter(which).map(({ name }) => name);
    const flagged = this.#findings.told;
    const names = {
      held: named((tool) => held.has(tool.name, tool)),
      fresh: named((tool) => mode === 'changed' && this.#verdict(tool) === 'new'),
      flagged: Object.fromEntries(flagged),
    };
    const { problem } = this.source.pins.value;
    const pinsProblem = mode === 'off' ? undefined : problem;
    const more = { ...this.#findings.others.value, ...(pinsProblem && { pinsProblem }) };
    const count = names.held.length + names.fresh.length + flagged.size;
    return count + Object.keys(more).length === 0 ? undefined : { ...names, ...more };
  });

  constructor(
    private readonly offered: ReadonlySignal<Catalog | undefined>,
    private readonly source: PinSource,
  ) {
    this.#findings = new HandleFindings(offered, source.handshake);
    this.flagged = this.#findings.flagged;
  }

  /** How strictly tools are held from now on. */
  declare(mode: PinMode = 'changed'): void {
    this.#mode.value = mode;
  }

  /** Whether models do not get a tool that no person has seen. */
  get holdsNew(): boolean {
    return this.#mode.peek() === 'strict';
  }

  /** There are other servers, among whose tools those of this one are to be told apart. */
  compareWith(beside: CrossServerCheck): void {
    this.#findings.meet(beside);
  }

  /** No person has seen a tool as it is; to be read where signals are. */
  isUnseen(tool: Tool): boolean {
    return this.#mode.value !== 'off' && this.#verdict(tool) !== undefined;
  }

  /** The tools that are not as they were when a person saw them last, in the server's order. */
  changes(): ToolChange[] {
    if (this.#mode.peek() === 'off') return [];
    return [...this.#tools.peek().values()].flatMap((tool) => {
      const why = this.#verdict(tool);
      if (!why) return [];
      const before = this.source.pins.peek().pins?.get(this.source.identify(tool).key)?.tool;
      const { name } = tool;
      const change = {
        name,
        why,
        isHeld: this.held.peek().has(name),
        after: toldOf(tool),
        hash: canonicalHash(tool),
        findings: [...this.#findings.of(tool)],
      };
      return [why === 'changed' && before ? { ...change, before: toldOf(before) } : change];
    });
  }

  /**
   * A person has seen these tools: they are held back no more.
   * @throws UserError `toolsChangedMeanwhile` where one is another by now; then none is accepted.
   */
  accept(seen: readonly AcceptedTool[]): void {
    this.source.accept(seen);
  }

  #verdict(tool: Tool): Verdict | undefined {
    return verdictOf(this.source.pins.value.pins, this.source.identify(tool));
  }
}

/** Findings of one thing that are told; a review shows all. */
const mostTold = 5;

/** The tools of a server beside those of the client's others; to be read where signals are. */
export interface CrossServerCheck {
  /** Those that have anything to do with others. */
  suspects(): Iterable<Tool>;
  /** What is suspicious in one. */
  findingsOf(tool: Tool): readonly Finding[];
}

const alone: CrossServerCheck = { suspects: () => [], findingsOf: () => [] };

type FindingsBy = ReadonlyMap<string, Finding[]>;

/** What is suspicious in what a server handle's server offers. */
class HandleFindings {
  readonly #beside = signal(alone);
  #last: FindingsBy = new Map();
  readonly #tools = computed(
    () => new Map(this.offered.value?.tools.map((tool) => [tool.name, tool])),
  );
  /** The same object until it says something else: lists of other servers change, and hardly ever this. */
  readonly #besideOthers = computed(() => {
    const beside = this.#beside.value;
    const found = findingsBy(beside.suspects(), (tool) => [tool.name, beside.findingsOf(tool)]);
    if (canonicalJson([...found]) !== canonicalJson([...this.#last])) this.#last = found;
    return this.#last;
  });
  /** Tools whose definitions are suspicious. */
  readonly flagged: ReadonlySignal<ToolNames> = computed(() => {
    const tools = this.#tools.value;
    // Whoever has asked hears of it when it changes.
    const beside = this.#besideOthers.value;
    return {
      has: (name, tool = tools.get(name)) => {
        if (tool === undefined) return false;
        const isKnown = tool === tools.get(name);
        return scan(tool).length > 0 || (isKnown ? beside.has(name) : this.#isOdd(tool));
      },
    };
  });
  /** What of all that is no tool is suspicious; empty where that is nothing. */
  readonly others: ReadonlySignal<Pick<Vetted, 'instructions' | 'prompts' | 'resources'>> =
    computed(() => {
      const { prompts = [], resources = [], resourceTemplates = [] } = this.offered.value ?? {};
      const instructions = scan(this.handshake.value?.instructions ?? '').slice(0, mostTold);
      const inPrompts = findingsBy(prompts, (one) => [one.name, scan(one)]);
      const inResources = new Map([
        ...findingsBy(resources, (one) => [one.uri, scan(one)]),
        ...findingsBy(resourceTemplates, (one) => [one.uriTemplate, scan(one)]),
      ]);
      return {
        ...(instructions.length > 0 && { instructions }),
        ...(inPrompts.size > 0 && { prompts: Object.fromEntries(inPrompts) }),
        ...(inResources.size > 0 && { resources: Object.fromEntries(inResources) }),
      };
    });

  constructor(
    private readonly offered: ReadonlySignal<Catalog | undefined>,
    private readonly handshake: ReadonlySignal<Handshake | undefined>,
  ) {}

  /** There are other servers, among whose tools those of this one are to be told apart. */
  meet(beside: CrossServerCheck): void {
    this.#beside.value = beside;
  }

  /** Of one of its tools; to be read where signals are. */
  of(tool: Tool): readonly Finding[] {
    return [...scan(tool), ...(this.#besideOthers.value.get(tool.name) ?? [])];
  }

  /** The first of them, by the names of the tools. */
  get told(): FindingsBy {
    return findingsBy(this.#tools.value.values(), (tool) => [tool.name, this.of(tool)]);
  }

  #isOdd(tool: Tool): boolean {
    return this.#beside.value.findingsOf(tool).length > 0;
  }
}

function findingsBy<T>(
  items: Iterable<T>,
  findingsOf: (item: T) => readonly [key: string, findings: readonly Finding[]],
): FindingsBy {
  const found = new Map<string, Finding[]>();
  for (const item of items) {
    const [key, findings] = findingsOf(item);
    if (findings.length > 0) found.set(key, findings.slice(0, mostTold));
  }
  return found;
}
