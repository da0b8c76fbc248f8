import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import type { PinMode } from '../config/pinMode';
import type { Catalog, Handshake, Tool, Vetted } from '../contract/state';
import type { AcceptedTool, ToolChange } from '../contract/toolChanges';
import { canonicalHash, toldOf } from '../vetting/canonicalHash';
import { isHeld, verdictOf, type Identity, type Pins, type Verdict } from '../vetting/pins';
import { scan, scanTool } from '../vetting/scan';
import type { ToolNames } from './modelCatalog';

/** Findings of a tool that are told; a review shows all. */
const mostTold = 5;

/** What is known of a seat's server, and pinned of it. */
export interface PinSource {
  readonly handshake: ReadonlySignal<Handshake | undefined>;
  readonly pins: ReadonlySignal<Pins | undefined>;
  readonly identify: (tool: Tool) => Identity;
  readonly accept: (seen: readonly AcceptedTool[]) => void;
}

/** What a seat's tools are held back for, and what is suspicious in them. */
export class SeatVetting {
  readonly #mode = signal<PinMode>('changed');
  readonly #tools = computed(
    () => new Map(this.offered.value?.tools.map((tool) => [tool.name, tool])),
  );
  /** Tools that models do not get until a person has looked at them. */
  readonly held: ReadonlySignal<ToolNames> = computed(() => {
    const [tools, mode, pins] = [this.#tools.value, this.#mode.value, this.source.pins.value];
    return {
      has: (name, tool = tools.get(name)) =>
        tool !== undefined && isHeld(verdictOf(pins, this.source.identify(tool)), mode),
    };
  });
  /** Tools whose definitions are suspicious. */
  readonly flagged: ReadonlySignal<ToolNames> = computed(() => {
    const tools = this.#tools.value;
    return {
      has: (name, tool = tools.get(name)) => tool !== undefined && scanTool(tool).length > 0,
    };
  });

  readonly #instructions = computed(() => {
    const findings = scan(this.source.handshake.value?.instructions ?? '').slice(0, mostTold);
    return findings.length > 0 ? findings : undefined;
  });
  /** What a person may want to look at; absent where that is nothing. */
  readonly names: ReadonlySignal<Vetted | undefined> = computed(() => {
    const [held, mode] = [this.held.value, this.#mode.value];
    const tools = [...this.#tools.value.values()];
    const named = (which: (tool: Tool) => boolean): string[] =>
      tools.filter(which).map(({ name }) => name);
    const suspicious = tools.filter((tool) => scanTool(tool).length > 0);
    const names = {
      held: named((tool) => held.has(tool.name, tool)),
      fresh: named((tool) => mode === 'changed' && this.#verdict(tool) === 'new'),
      flagged: Object.fromEntries(
        suspicious.map((tool) => [tool.name, scanTool(tool).slice(0, mostTold)]),
      ),
    };
    const instructions = this.#instructions.value;
    const isNothing = names.held.length + names.fresh.length + suspicious.length === 0;
    if (instructions) return { ...names, instructions };
    return isNothing ? undefined : names;
  });

  constructor(
    private readonly offered: ReadonlySignal<Catalog | undefined>,
    private readonly source: PinSource,
  ) {}

  /** How strictly tools are held from now on. */
  declare(mode: PinMode = 'changed'): void {
    this.#mode.value = mode;
  }

  /** The tools that are not as they were when a person saw them last, in the server's order. */
  changes(): ToolChange[] {
    if (this.#mode.peek() === 'off') return [];
    return [...this.#tools.peek().values()].flatMap((tool) => {
      const why = this.#verdict(tool);
      if (!why) return [];
      const before = this.source.pins.peek()?.get(this.source.identify(tool).key)?.tool;
      const { name } = tool;
      const change = {
        name,
        why,
        isHeld: this.held.peek().has(name),
        after: toldOf(tool),
        hash: canonicalHash(tool),
        findings: [...scanTool(tool)],
      };
      return [why === 'changed' && before ? { ...change, before: toldOf(before) } : change];
    });
  }

  /** A person has seen these tools: what is still as they saw it is held back no more. */
  accept(seen: readonly AcceptedTool[]): void {
    this.source.accept(seen);
  }

  #verdict(tool: Tool): Verdict | undefined {
    return verdictOf(this.source.pins.value, this.source.identify(tool));
  }
}
