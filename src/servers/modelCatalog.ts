import { computed, type ReadonlySignal } from '@preact/signals-core';
import { globMatches } from '../base/globMatches';
import { stableComputed } from '../base/stableComputed';
import { toolDecision, type ToolPolicy } from '../config/settings/toolPolicy';
import type { RuleEffect, ToolRule } from '../config/settings/toolRules';
import type { ModelTools, ServerOptions } from '../ipc/contract';
import type { Catalog, CatalogChange, ServerSnapshot, Tool } from '../ipc/state';
import { unlessEmpty } from './catalogReader';
import { memo } from '../base/lazy';

/** The tools that a client sees; `undefined`: all. */
export type ToolFilter = ServerOptions['tools'];

/** True if the filter offers a tool of this name. Every list that allows has a glob for it, and none hides it. */
export function isOffered(filter: ToolFilter, tool: string): boolean {
  const fits = (glob: string): boolean => globMatches(glob, tool);
  const { allow = [], hide = [] } = filter ?? {};
  return allow.every((globs) => globs.some(fits)) && !hide.some(fits);
}

let lastVersion = 0;

/** A server's catalog as one client is offered it: everything but the tools that its options hide. */
export class OfferedCatalog {
  readonly #filter: ReadonlySignal<ToolFilter>;
  readonly #offered = computed(() => {
    const whole = this.whole.value;
    if (!whole) return undefined;
    lastVersion += 1;
    return { version: lastVersion, catalog: this.of(whole) };
  });
  readonly catalog: ReadonlySignal<Catalog | undefined> = computed(
    () => this.#offered.value?.catalog,
  );
  /** Grows with every change of the offer; 0 while nothing is known. */
  readonly version: ReadonlySignal<number> = computed(() => this.#offered.value?.version ?? 0);

  constructor(
    private readonly whole: ReadonlySignal<Catalog | undefined>,
    /** Reads signals. */
    filter: () => ToolFilter,
  ) {
    this.#filter = stableComputed(filter);
  }

  /** The part of a catalog of the server that is offered; the same object where nothing is hidden. */
  of(whole: Catalog): Catalog {
    const filter = this.#filter.value;
    const tools = whole.tools.filter(({ name }) => isOffered(filter, name));
    return tools.length === whole.tools.length ? whole : { ...whole, tools };
  }

  /** The part of a snapshot about it. Reads signals. */
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

  /** The part of a change about tools that are offered. Reads signals. */
  changeOf(change: CatalogChange | undefined): CatalogChange | undefined {
    if (!change) return undefined;
    const filter = this.#filter.value;
    const offered = (names: readonly string[]): string[] =>
      names.filter((name) => isOffered(filter, name));
    return unlessEmpty({
      added: offered(change.added),
      removed: offered(change.removed),
      changed: offered(change.changed),
      breaking: change.breaking.filter(({ tool }) => isOffered(filter, tool)),
    });
  }

  /** True if the options keep a name back, even if it is not listed. A server may answer to more than it lists. */
  hides(tool: string): boolean {
    return !isOffered(this.#filter.peek(), tool);
  }
}

/** Some tools, by their names, or as they are in a list that was just read. */
export interface ToolNames {
  has(name: string, tool?: Tool): boolean;
}

/** The reason why a caller does not get a tool. `rule`: the denying rule, as it was written. */
export type ToolRefusal =
  | { readonly code: 'toolHidden' | 'toolOff' | 'toolHeld' }
  | { readonly code: 'toolDenied'; readonly rule: string };

/** The facts about a tool that decide whether a model may call it. */
export interface CallFacts {
  /** The rule that counts for it, as it was written. */
  readonly rule?: { readonly effect: RuleEffect; readonly pattern: string } | undefined;
  /** Something in its definition is suspicious. */
  readonly isFlagged: boolean;
  /** Its definition as the server gives it. */
  readonly definition?: Tool | undefined;
}

/** The tools of one server that some models get. */
export interface ToolsForModels {
  readonly modelCatalog: ReadonlySignal<Catalog | undefined>;
  /** A catalog that was just read, as they get it. */
  forModels(whole: Catalog): Catalog;
  /** Why they do not get a tool, by its raw name. */
  refusalFor(tool: string): ToolRefusal | undefined;
}

/**
 * The offered catalog as models see it. It has tools that are switched on, not denied and not held back, with the
 * person's own descriptions. A `readOnlyHint` that nobody vouches for is left out. Gateway, search and every call for a
 * model read it, so that no route forgets a rule. A person's own calls heed only rules that deny. For a client without
 * settings for models it is the whole catalog.
 */
export class ModelCatalog {
  readonly #settings: ReadonlySignal<ModelTools | undefined>;
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
    /** Reads signals. A change restarts nothing: the gateway's clients are notified of the changed catalog. */
    settings: () => ModelTools | undefined,
  ) {
    this.#settings = stableComputed(settings);
  }

  /** The same for models of other clients, with a set of tools of their own. */
  withSet(set: ReadonlySignal<readonly string[] | undefined>): ModelCatalog {
    return new ModelCatalog(this.offered, this.held, this.flagged, () => {
      if (!this.#settings.value && !set.value) return undefined;
      const { set: _, ...others } = this.#settings.value ?? {};
      return { ...others, ...(set.value && { set: [...set.value] }) };
    });
  }

  /** A catalog as models get it; the same object where nothing differs. */
  of(catalog: Catalog): Catalog {
    const allowed = catalog.tools.filter((tool) => !this.refusalOf(tool.name, tool));
    const tools = allowed.map((tool) => this.#shown(tool));
    const isSame =
      tools.length === catalog.tools.length &&
      tools.every((tool, at) => tool === catalog.tools[at]);
    return isSame ? catalog : { ...catalog, tools };
  }

  /** Why models do not get a tool, listed or not. Reads signals. */
  refusalOf(tool: string, now?: Tool): ToolRefusal | undefined {
    const denial = this.denialOf(tool);
    if (denial) return denial;
    if (!this.#decision(tool).isOn) return { code: 'toolOff' };
    return this.held.value.has(tool, now) ? { code: 'toolHeld' } : undefined;
  }

  /** The rule that keeps a tool from people, too. */
  denialOf(tool: string): ToolRefusal | undefined {
    const { rule } = this.#decision(tool);
    return rule?.effect === 'deny' ? { code: 'toolDenied', rule: rule.pattern } : undefined;
  }

  /** The facts that decide about a call of a tool, listed or not. */
  factsFor(tool: string): CallFacts {
    const { rule } = this.#decision(tool);
    return {
      rule: rule && { effect: rule.effect, pattern: rule.pattern },
      isFlagged: this.flagged.value.has(tool),
      definition: this.offered.value?.tools.find(({ name }) => name === tool),
    };
  }

  #decision(tool: string) {
    return toolDecision(policyOf(this.#settings.value ?? noSettings), tool);
  }

  #shown(tool: Tool): Tool {
    const settings = this.#settings.value;
    const { name } = tool;
    const isBelieved =
      !this.flagged.value.has(name, tool) && (!settings || this.#decision(name).believesHint);
    const shown = isBelieved ? tool : withoutHint(tool);
    const { descriptions = {} } = settings ?? {};
    const description = Object.hasOwn(descriptions, name) ? descriptions[name] : undefined;
    return description === undefined ? shown : { ...shown, description };
  }
}

const noSettings: ModelTools = {};

/** The policy that a client has declared; the first list of rules is the person's own. */
const policyOf = memo(
  ({ set, rules = [], trustsHints = false }: ModelTools): ToolPolicy<ToolRule> => {
    const [own = [], ...narrowing] = rules;
    return { set, rules: { own, narrowing }, trustsHints };
  },
);

/** The tool as one that may change things. */
const withoutHint = memo((tool: Tool): Tool => {
  if (tool.annotations?.['readOnlyHint'] === undefined) return tool;
  const { readOnlyHint: _, ...annotations } = tool.annotations;
  return { ...tool, annotations };
});
