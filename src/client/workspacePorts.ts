import type { ReadonlySignal } from '@preact/signals-core';
import type { Reason } from '../base/errors';
import type { Definition } from '../config/definition';
import type { SeenDefinition } from '../config/fingerprint';
import type { PinMode } from '../config/settings/toolPolicy';
import type { PathSettings } from '../config/settings/serverSettings';
import type { LaunchAnswer } from '../ipc/launch';
import type { Root } from '../ipc/questions';
import type { Approvals } from './approvals';
import type { ServersSetting } from './configuredServers';
import type { ServerDebugger } from './launch/debuggers';
import type { HostClient } from './hostConnection/hostClient';
import type { ToolRules } from './policy/toolRules';
import type { ToolSets } from './policy/toolSets';
import type { KnownInputs } from './inputRevisions';
import type { OwnerLayer, Runner } from './owner/ownerPlan';
import type { ConfigFile, Owner } from './workspaceModel';

/** Answers the host's question how to reach a server. */
export type AnswerLaunch = (
  id: string,
  gesture: boolean,
  signal: AbortSignal,
) => Promise<LaunchAnswer>;

/** What a person is asked before servers start. */
export interface ConsentQuestion {
  /** The servers that the gesture is about. */
  readonly wanted: readonly Definition[];
  /** Whether it is also asked who runs the servers. */
  readonly choosesOwner: boolean;
}

/** Who runs the servers from now on, and where that is kept. */
export interface OwnerChoice {
  readonly runner: Runner;
  readonly layer: OwnerLayer;
}

/** What a person decided. */
export interface ConsentAnswer {
  /**
   * Exactly the definitions that were shown and approved, with what they depended on; may hold others than those
   * wanted.
   */
  readonly approved: readonly SeenDefinition[];
  readonly owner?: OwnerChoice | undefined;
}

/** What a workspace needs of the editor it stands in. */
export interface WorkspacePorts {
  readonly files: ReadonlySignal<readonly ConfigFile[]>;
  readonly owner: ReadonlySignal<Owner>;
  /** Workspace trust: false in Restricted Mode. */
  readonly trusted: ReadonlySignal<boolean>;
  /** `roundhouse.servers` of every layer, with every workspace folder. */
  readonly setting: ReadonlySignal<ServersSetting>;
  /** The folders that servers may know of; `undefined` where the person tells none. */
  readonly roots: ReadonlySignal<readonly Root[] | undefined>;
  readonly toolSets: ToolSets;
  readonly toolRules: ToolRules;
  /** Which tools wait until the person has looked at them; `changed` where absent. */
  readonly pins?: ReadonlySignal<PinMode>;
  /** By server id, why chat does not have the tools of a server. */
  readonly notInChat?: ReadonlySignal<ReadonlyMap<string, Reason>>;
  /** The window stands on another machine. */
  readonly remote: boolean;
  readonly inputs: KnownInputs;
  /** Attaches to a host; questions of that host go to `answer`. */
  readonly attach: (answer: AnswerLaunch) => HostClient;
  /** `gesture`: a person asked, so trust and inputs may be asked for. */
  readonly resolve: (
    definition: Definition,
    options: {
      readonly gesture: boolean;
      readonly signal: AbortSignal;
      readonly path?: PathSettings | undefined;
      readonly debug?: ServerDebugger | undefined;
    },
  ) => Promise<LaunchAnswer>;
  /** The entry with what it depends on now, and whether that is approved. */
  readonly look: (definition: Definition) => Promise<SeenDefinition>;
  readonly approvals: Pick<Approvals, 'isApproved' | 'approve' | 'forget'>;
  /** Shows a person what is to be started; `undefined` where they decided nothing. */
  readonly ask: (
    question: ConsentQuestion,
    signal: AbortSignal,
  ) => Promise<ConsentAnswer | undefined>;
  /** Carries a choice out; false where nothing was changed. */
  readonly setOwner: (choice: OwnerChoice) => Promise<boolean>;
  /** Starts, stops or restarts VS Code's own copy of an entry that VS Code runs. */
  readonly editorServer: (
    action: 'start' | 'stop' | 'restart',
    definition: Definition,
  ) => Promise<void>;
}
