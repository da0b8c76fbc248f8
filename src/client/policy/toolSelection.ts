import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import { isObject, ownValue } from '../../base/json';
import {
  type NamedServer,
  allTools,
  choose,
  wholeSet,
  type ToolSet,
} from '../../config/settings/toolSets';
import type { KeyValueStore } from '../stores';

/** The tool sets of the settings. */
export interface ToolSetSettings {
  /** `roundhouse.toolSets`, by name. */
  readonly sets: ReadonlyMap<string, ToolSet>;
  /** `roundhouse.toolSet`: the one that is active until a person chooses. */
  readonly usual: string | undefined;
}

/** A person's choices, as they are stored. */
interface StoredChoices {
  /** The name of a set; `null`: all tools; absent: nothing was chosen yet. */
  readonly active?: string | null | undefined;
  /** The switched tools on top of each set; those without a set have the empty name. */
  readonly choices: Readonly<Record<string, ToolSet>>;
}

const key = 'toolSets';

/** The sets of tools that a person switches between. The choice is stored for the workspace. */
export class ToolSelection {
  readonly #stored;
  /** The name of the active set; `undefined`: all tools, also where the set was removed. */
  readonly active: ReadonlySignal<string | undefined>;

  constructor(
    private readonly settings: ReadonlySignal<ToolSetSettings>,
    private readonly store: KeyValueStore,
  ) {
    this.#stored = signal(read(store.get(key)));
    this.active = computed(() => {
      const { sets, usual } = settings.value;
      const { active } = this.#stored.value;
      const wanted = active !== undefined && (active === null || sets.has(active)) ? active : usual;
      return wanted != null && sets.has(wanted) ? wanted : undefined;
    });
  }

  /** All sets by name, in the order of the settings. */
  get all(): ReadonlyMap<string, ToolSet> {
    return this.settings.value.sets;
  }

  /** The active set with the choices on top of it. Reads signals. */
  get selection(): ToolSet {
    return [...wholeSet(this.#set), ...this.#choices];
  }

  /** True if tools were switched on top of the active set. Reads signals. */
  get isChanged(): boolean {
    return this.#choices.length > 0;
  }

  /** Makes a set the active one; without a name all tools. */
  async switchTo(name: string | undefined): Promise<void> {
    await this.#save({ ...this.#stored.peek(), active: name ?? null });
  }

  /** Switches one tool, or all of a server, on or off on top of the active set. */
  async toggle(server: NamedServer, tool: string | undefined, isOn: boolean): Promise<void> {
    await this.#choose(choose(this.#set, this.#choices, { server, tool }, isOn));
  }

  /** Changes the choices on top of all sets. */
  async rewrite(
    change: (choices: StoredChoices['choices']) => StoredChoices['choices'],
  ): Promise<void> {
    const stored = this.#stored.peek();
    await this.#save({ ...stored, choices: change(stored.choices) });
  }

  /** Undoes the switches on top of the active set. */
  async reset(): Promise<void> {
    await this.#choose([]);
  }

  /** The selection was saved as a set of this name, which is the active one now. Its tools do not change by that. */
  async saved(name: string): Promise<void> {
    const before = this.active.peek() ?? '';
    const { [before]: _, [name]: _replaced, ...choices } = this.#stored.peek().choices;
    await this.#save({ active: name, choices });
  }

  get #set(): ToolSet {
    const { value: name } = this.active;
    return (name !== undefined && this.all.get(name)) || allTools;
  }

  get #choices(): ToolSet {
    return ownValue(this.#stored.value.choices, this.active.value ?? '') ?? [];
  }

  async #choose(chosen: ToolSet): Promise<void> {
    const set = this.active.peek() ?? '';
    await this.rewrite((choices) => {
      const { [set]: _, ...others } = choices;
      return { ...others, ...(chosen.length > 0 && { [set]: chosen }) };
    });
  }

  async #save(stored: StoredChoices): Promise<void> {
    this.#stored.value = stored;
    await this.store.update(key, stored);
  }
}

function read(stored: unknown): StoredChoices {
  if (!isObject(stored)) return { choices: {} };
  const { active, choices } = stored;
  const isName = typeof active === 'string' || active === null;
  return {
    ...(isName && { active }),
    choices: isObject(choices) ? Object.fromEntries(Object.entries(choices).filter(isChoice)) : {},
  };
}

function isChoice(entry: [string, unknown]): entry is [string, ToolSet] {
  const [, globs] = entry;
  return Array.isArray(globs) && globs.every((glob) => typeof glob === 'string');
}
