import { signal, type ReadonlySignal } from '@preact/signals-core';
import { isObject } from '../../base/json';
import type { Definition } from '../../config/definition';
import { patternOf, type KnownServers } from '../../config/settings/toolSets';
import { serverRules, type RuleEffect, type ServerRules } from '../../config/settings/toolRules';
import { layersOf, type LayeredSetting } from '../configuredServers';
import type { KeyValueStore } from '../stores';

/** The validity of a person's decision. */
export type DecisionSpan = 'session' | 'workspace';

/** Effects by pattern, as a layer of the settings has them. */
type Decisions = Readonly<Record<string, unknown>>;

const key = 'toolRules';

/** The rules for tools: those of the settings, and a person's decisions for this session or workspace. */
export class ActiveRules {
  readonly #session = signal<Decisions>({});
  readonly #workspace;

  constructor(
    /** `roundhouse.toolRules` of every layer. */
    private readonly setting: ReadonlySignal<LayeredSetting>,
    private readonly store: KeyValueStore,
  ) {
    const stored = store.get(key);
    this.#workspace = signal<Decisions>(isObject(stored) ? stored : {});
  }

  /** The rules for one server. Reads signals. */
  of(definition: Definition, isNamesake: boolean, known: KnownServers): ServerRules {
    const layers = layersOf(definition, this.setting.value);
    const decisions = { session: this.#session.value, choice: this.#workspace.value };
    return serverRules({ ...layers, ...decisions }, definition, isNamesake, known);
  }

  /**
   * Stores a person's decision about a tool, or about all tools of a server. Without an effect the former decision is
   * withdrawn. A decision for the workspace ends one for the session.
   */
  async decide(
    server: string,
    tool: string | undefined,
    effect: RuleEffect | undefined,
    span: DecisionSpan,
  ): Promise<void> {
    const pattern = patternOf(server, tool);
    if (span === 'session') {
      this.#session.value = withRule(this.#session.peek(), pattern, effect);
      return;
    }
    await this.rewrite((decisions, of) =>
      withRule(decisions, pattern, of === 'workspace' ? effect : undefined),
    );
  }

  /** Changes all decisions. */
  async rewrite(change: (decisions: Decisions, of: DecisionSpan) => Decisions): Promise<void> {
    this.#session.value = change(this.#session.peek(), 'session');
    this.#workspace.value = change(this.#workspace.peek(), 'workspace');
    await this.store.update(key, this.#workspace.peek());
  }
}

function withRule(
  decisions: Decisions,
  pattern: string,
  effect: RuleEffect | undefined,
): Decisions {
  const { [pattern]: _, ...others } = decisions;
  return effect ? { ...others, [pattern]: effect } : others;
}
