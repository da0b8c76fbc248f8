import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import { canonicalJson } from '../base/json';
import { firstFit, strictest, type RuleEffect } from '../config/settings/toolRules';
import { isSelected } from '../config/settings/toolSets';
import type { ModelTools } from '../ipc/modelTools';
import type { Catalog, Tool, CatalogChange, ServerSnapshot } from '../ipc/state';
import { unlessEmpty } from './catalogReader';
import { globMatches } from '../base/globMatches';
import type { ServerOptions } from '../ipc/requests';

/** Some tools, by their names, or as they are in a list that was just read. */
export interface ToolNames {
  has(name: string, tool?: Tool): boolean;
}

/** What keeps a tool from whoever asks for it; `rule`: the one that denies it, as it was written. */
export type ToolRefusal =
  | { readonly code: 'toolHidden' | 'toolOff' | 'toolHeld' }
  | { readonly code: 'toolDenied'; readonly rule: string };

/** What is to be known of a tool before a model calls it. */
export interface ToolDecision {
  /** The one that counts for it, as it was written. */
  readonly rule?: { readonly effect: RuleEffect; readonly pattern: string } | undefined;
  /** Something in its definition is suspicious. */
  readonly isFlagged: boolean;
  /** As its server gives it. */
  readonly definition?: Tool | undefined;
}

/**
 * What models get of the tools that a client is offered: those that are switched on, not denied and not
 * held back, with the descriptions that the person gave them, and without a `readOnlyHint` that nobody
 * vouches for. A client that has said nothing of models gets all as they are.
 */
export class ModelCatalog {
  readonly #declared = signal<ModelTools | undefined>(undefined);
  readonly #wanted: ReadonlySignal<ModelTools | undefined>;
  readonly catalog: ReadonlySignal<Catalog | undefined> = computed(() => {
    const offered = this.offered.value;
    return offered && this.of(offered);
  });

  constructor(
    private readonly offered: ReadonlySignal<Catalog | undefined>,
    /** Tools that a person has yet to look at. */
    private readonly held: ReadonlySignal<ToolNames>,
    /** Tools whose definitions are suspicious: nothing that they say of themselves is believed. */
    private readonly flagged: ReadonlySignal<ToolNames>,
    /** In place of what is declared. */
    wanted?: ReadonlySignal<ModelTools | undefined>,
  ) {
    this.#wanted = wanted ?? this.#declared;
  }

  /** The same for others of the client, who have a set of their own switched on. */
  withSet(set: ReadonlySignal<readonly string[] | undefined>): ModelCatalog {
    const wanted = computed(() => {
      if (!this.#wanted.value && !set.value) return undefined;
      const { set: _, ...others } = this.#wanted.value ?? {};
      return { ...others, ...(set.value && { set: [...set.value] }) };
    });
    return new ModelCatalog(this.offered, this.held, this.flagged, wanted);
  }

  /** Takes what the client wants from now on. */
  declare(wanted: ModelTools | undefined): void {
    if (canonicalJson([wanted]) !== canonicalJson([this.#declared.peek()])) {
      this.#declared.value = wanted;
    }
  }

  /** What models get of a catalog; the same object where nothing differs. */
  of(catalog: Catalog): Catalog {
    const kept = catalog.tools.filter((tool) => !this.refusalOf(tool.name, tool));
    const tools = kept.map((tool) => this.#shown(tool));
    const isSame =
      tools.length === catalog.tools.length &&
      tools.every((tool, at) => tool === catalog.tools[at]);
    return isSame ? catalog : { ...catalog, tools };
  }

  /** Why models do not get a tool, listed or not; to be read where signals are. */
  refusalOf(tool: string, now?: Tool): ToolRefusal | undefined {
    const denial = this.denialOf(tool);
    if (denial) return denial;
    if (!isSelected(this.#wanted.value?.set, tool)) return { code: 'toolOff' };
    return this.held.value.has(tool, now) ? { code: 'toolHeld' } : undefined;
  }

  /** Why nobody gets a tool. */
  denialOf(tool: string): ToolRefusal | undefined {
    const rule = this.#ruleFor(tool);
    return rule?.effect === 'deny' ? { code: 'toolDenied', rule: rule.pattern } : undefined;
  }

  /** What is to be known before a call of it, listed or not. */
  decisionFor(tool: string): ToolDecision {
    const rule = this.#ruleFor(tool);
    return {
      rule: rule && { effect: rule.effect, pattern: rule.pattern },
      isFlagged: this.flagged.value.has(tool),
      definition: this.offered.value?.tools.find(({ name }) => name === tool),
    };
  }

  #ruleFor(tool: string) {
    const { rules = [] } = this.#wanted.value ?? {};
    return strictest(rules.map((list) => firstFit(list, tool)));
  }

  #shown(tool: Tool): Tool {
    const wanted = this.#wanted.value;
    const { name } = tool;
    const isBelieved =
      !this.flagged.value.has(name, tool) &&
      (!wanted || (wanted.trustsHints === true && this.#ruleFor(name)?.effect !== 'ask'));
    const shown = isBelieved ? tool : withoutHint(tool);
    const { descriptions = {} } = wanted ?? {};
    const description = Object.hasOwn(descriptions, name) ? descriptions[name] : undefined;
    return description === undefined ? shown : { ...shown, description };
  }
}

const unhinted = new WeakMap<Tool, Tool>();

/** The tool as one that may change things; always the same object for a tool. */
function withoutHint(tool: Tool): Tool {
  if (tool.annotations?.['readOnlyHint'] === undefined) return tool;
  const { readOnlyHint: _, ...annotations } = tool.annotations;
  const known = unhinted.get(tool) ?? { ...tool, annotations };
  unhinted.set(tool, known);
  return known;
}

let lastVersion = 0;

/** What one client is offered of a server's catalog: everything but the tools that its options hide. */
export class OfferedCatalog {
  readonly #filter = signal<ToolFilter>(undefined);
  readonly #offered = computed(() => {
    const whole = this.whole.value;
    if (!whole) return undefined;
    lastVersion += 1;
    return { version: lastVersion, catalog: this.of(whole) };
  });
  readonly catalog: ReadonlySignal<Catalog | undefined> = computed(
    () => this.#offered.value?.catalog,
  );
  /** Grows with every change of what is offered; 0 while nothing is known. */
  readonly version: ReadonlySignal<number> = computed(() => this.#offered.value?.version ?? 0);

  constructor(private readonly whole: ReadonlySignal<Catalog | undefined>) {}

  /** What of a catalog of the server is offered. */
  of(whole: Catalog): Catalog {
    return offeredOf(whole, this.#filter.value);
  }

  /** Offers what passes this filter from now on. */
  narrow(filter: ToolFilter): void {
    if (canonicalJson([filter]) !== canonicalJson([this.#filter.peek()])) {
      this.#filter.value = filter;
    }
  }

  /** What snapshots tell of it; to be read where signals are. */
  summary(): Pick<ServerSnapshot, 'catalogVersion' | 'counts'> {
    const { tools, prompts, resources } = this.catalog.value ?? {};
    return {
      catalogVersion: this.version.value,
      counts: {
        tools: tools?.length ?? 0,
        prompts: prompts?.length ?? 0,
        resources: resources?.length ?? 0,
      },
    };
  }

  /** What of a change is about tools that are offered; to be read where signals are. */
  changeOf(change: CatalogChange | undefined): CatalogChange | undefined {
    if (!change) return undefined;
    const filter = this.#filter.value;
    const offered = (names: readonly string[]): string[] =>
      names.filter((name) => isOffered(filter, name));
    return unlessEmpty({
      added: offered(change.added),
      removed: offered(change.removed),
      changed: offered(change.changed),
    });
  }

  /** Whether the options keep a name back, listed or not: a server may answer to more than it lists. */
  hides(tool: string): boolean {
    return !isOffered(this.#filter.peek(), tool);
  }
}

/** Which tools a client sees; `undefined`: all. */
type ToolFilter = ServerOptions['tools'];

/** Whether a tool of this name is offered: a glob of every list that allows fits, and none that hides. */
export function isOffered(filter: ToolFilter, tool: string): boolean {
  const fits = (glob: string): boolean => globMatches(glob, tool);
  const { allow = [], hide = [] } = filter ?? {};
  return allow.every((globs) => globs.some(fits)) && !hide.some(fits);
}

/** The catalog with the tools that are offered; the same object where nothing is hidden. */
function offeredOf(catalog: Catalog, filter: ToolFilter): Catalog {
  const tools = catalog.tools.filter(({ name }) => isOffered(filter, name));
  return tools.length === catalog.tools.length ? catalog : { ...catalog, tools };
}
