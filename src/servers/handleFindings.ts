import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import { canonicalJson } from '../base/json';
import type { Finding } from '../ipc/findings';
import type { Catalog, Handshake, Tool, Vetted } from '../ipc/state';
import { scan } from '../tools/scan/scan';
import type { ToolNames } from './modelCatalog';

/** Findings of one thing that are told; a review shows all. */
const mostTold = 5;

/** The tools of a server beside those of the client's others; to be read where signals are. */
export interface BesideOthers {
  /** Those that have anything to do with others. */
  suspects(): Iterable<Tool>;
  /** What is suspicious in one. */
  findingsOf(tool: Tool): readonly Finding[];
}

const alone: BesideOthers = { suspects: () => [], findingsOf: () => [] };

type FindingsBy = ReadonlyMap<string, Finding[]>;

/** What is suspicious in what a server handle's server offers. */
export class HandleFindings {
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
  meet(beside: BesideOthers): void {
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
