import { computed, type ReadonlySignal } from '@preact/signals-core';
import { stableComputed } from '../base/stableComputed';
import type { PinMode } from '../config/settings/toolPolicy';
import { canonicalHash, readableTool } from '../ipc/canonicalHash';
import type { Finding, Catalog, Tool, Vetted } from '../ipc/state';
import type { AcceptedTool, ToolChange } from '../ipc/toolReview';
import { isHeld, verdictOf, type Verdict } from '../tools/scan/pins';
import { scan } from '../tools/scan/scan';
import type { EntryKnowledge } from './knownServers';
import type { ToolNames } from './modelCatalog';

/** Findings of one item in a summary; a review shows all. */
const mostReported = 5;

/** The tools of a server compared with those of the client's other servers. Reads signals. */
export interface CrossServerCheck {
  /** The tools that have anything to do with others. */
  suspects(): Iterable<Tool>;
  /** The findings in one tool. */
  findingsOf(tool: Tool): readonly Finding[];
}

type FindingsBy = ReadonlyMap<string, Finding[]>;

/**
 * Compares the catalog of a server handle with the definitions that a person has approved (pins). Also looks for
 * suspicious texts in it (findings).
 */
export class CatalogScan {
  readonly #mode: ReadonlySignal<PinMode>;
  readonly #tools = computed(
    () => new Map(this.offered.value?.tools.map((tool) => [tool.name, tool])),
  );
  /** Stable, because lists of other servers change often and findings seldom. */
  readonly #crossServerFindings = stableComputed(
    () =>
      findingsBy(this.crossServer.suspects(), (tool) => [
        tool.name,
        this.crossServer.findingsOf(tool),
      ]),
    (found) => [...found],
  );
  /** Tools with findings. */
  readonly flagged: ReadonlySignal<ToolNames> = computed(() => {
    const tools = this.#tools.value;
    // Readers are notified when it changes, whichever tool they ask for.
    const crossServer = this.#crossServerFindings.value;
    return {
      has: (name, tool = tools.get(name)) => {
        if (tool === undefined) return false;
        if (scan(tool).length > 0) return true;
        return tool === tools.get(name)
          ? crossServer.has(name)
          : this.crossServer.findingsOf(tool).length > 0;
      },
    };
  });
  /** Tools that models do not get until a person has looked at them. */
  readonly held: ReadonlySignal<ToolNames> = computed(() => {
    const [tools, mode] = [this.#tools.value, this.#mode.value];
    const { pins } = this.knowledge.pins.value;
    return {
      has: (name, tool = tools.get(name)) =>
        tool !== undefined && isHeld(verdictOf(pins, this.knowledge.identify(tool)), mode),
    };
  });
  /** Everything in the catalog that a person may want to look at; absent if there is nothing. */
  readonly summary: ReadonlySignal<Vetted | undefined> = computed(() => {
    const mode = this.#mode.value;
    const tools = [...this.#tools.value.values()];
    const flagged = findingsBy(tools, (tool) => [tool.name, this.#findingsOf(tool)]);
    const names: Pick<Vetted, 'held' | 'fresh' | 'flagged'> = {
      held: [],
      fresh: [],
      flagged: Object.fromEntries(flagged),
    };
    for (const tool of tools) {
      const verdict = this.#verdict(tool);
      if (isHeld(verdict, mode)) names.held.push(tool.name);
      else if (mode === 'changed' && verdict === 'new') names.fresh.push(tool.name);
    }
    const { problem } = this.knowledge.pins.value;
    const pinsProblem = mode === 'off' ? undefined : problem;
    const more = { ...this.#beyondTools.value, ...(pinsProblem && { pinsProblem }) };
    const count = names.held.length + names.fresh.length + flagged.size;
    return count + Object.keys(more).length === 0 ? undefined : { ...names, ...more };
  });
  /** Findings in everything but the tools; without keys where there are none. */
  readonly #beyondTools: ReadonlySignal<Pick<Vetted, 'instructions' | 'prompts' | 'resources'>> =
    computed(() => {
      const { prompts = [], resources = [], resourceTemplates = [] } = this.offered.value ?? {};
      const text = this.knowledge.handshake.value?.instructions ?? '';
      const instructions = scan(text).slice(0, mostReported);
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
    private readonly knowledge: Pick<EntryKnowledge, 'handshake' | 'pins' | 'identify' | 'accept'>,
    /** Decides which tools are held back. */
    mode: () => PinMode | undefined,
    private readonly crossServer: CrossServerCheck,
  ) {
    this.#mode = computed(() => mode() ?? 'changed');
  }

  /** True if models do not get a tool that no person has seen. */
  get holdsNew(): boolean {
    return this.#mode.peek() === 'strict';
  }

  /** True if no person has seen the tool as it is. Reads signals. */
  isUnseen(tool: Tool): boolean {
    return this.#mode.value !== 'off' && this.#verdict(tool) !== undefined;
  }

  /** The tools that are not as they were when a person saw them last, in the server's order. */
  changes(): ToolChange[] {
    if (this.#mode.peek() === 'off') return [];
    return [...this.#tools.peek().values()].flatMap((tool) => {
      const why = this.#verdict(tool);
      if (!why) return [];
      const { key } = this.knowledge.identify(tool);
      const before = this.knowledge.pins.peek().pins?.get(key)?.tool;
      const { name } = tool;
      const change = {
        name,
        why,
        isHeld: this.held.peek().has(name),
        after: readableTool(tool),
        hash: canonicalHash(tool),
        findings: [...this.#findingsOf(tool)],
      };
      return [why === 'changed' && before ? { ...change, before: readableTool(before) } : change];
    });
  }

  /**
   * A person has seen these tools: they are not held back any more.
   * @throws UserError `toolsChangedMeanwhile` where one is another by now; then none is accepted.
   */
  accept(seen: readonly AcceptedTool[]): void {
    this.knowledge.accept(seen);
  }

  #findingsOf(tool: Tool): readonly Finding[] {
    return [...scan(tool), ...(this.#crossServerFindings.value.get(tool.name) ?? [])];
  }

  #verdict(tool: Tool): Verdict | undefined {
    return verdictOf(this.knowledge.pins.value.pins, this.knowledge.identify(tool));
  }
}

function findingsBy<T>(
  items: Iterable<T>,
  findingsOf: (item: T) => readonly [key: string, findings: readonly Finding[]],
): FindingsBy {
  const found = new Map<string, Finding[]>();
  for (const item of items) {
    const [key, findings] = findingsOf(item);
    if (findings.length > 0) found.set(key, findings.slice(0, mostReported));
  }
  return found;
}
