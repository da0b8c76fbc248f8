import type { ReadonlySignal } from '@preact/signals-core';
import type { Definition } from '../config/definition';
import type { PinMode } from '../config/pinMode';
import type { PathSettings } from '../config/serverSettings';
import type { LaunchAnswer } from '../contract/launch';
import type { Root } from '../contract/questions';
import type { ServersSetting } from './configuredServers';
import type { ServerDebugger } from './debuggers';
import type { HostClient } from './hostClient';
import type { ToolRules } from './toolRules';
import type { ToolSets } from './toolSets';
import type { KnownInputs } from './inputRevisions';
import type { ConfigFile, Owner } from './workspaceModel';

/** Answers the host's question how to reach a server. */
export type AnswerLaunch = (
  id: string,
  gesture: boolean,
  signal: AbortSignal,
) => Promise<LaunchAnswer>;

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
  readonly approvals: {
    isApproved(definition: Definition): boolean;
    approve(definitions: readonly Definition[]): Promise<void>;
  };
  /** Shows the exact definitions; true when the person approved all of them. */
  readonly askTrust: (definitions: readonly Definition[], signal: AbortSignal) => Promise<boolean>;
  /** Asks who runs the servers and carries the choice out; `ask` when it was put off. */
  readonly askOwner: () => Promise<Owner>;
  /** Starts, stops or restarts VS Code's own copy of an entry that VS Code runs. */
  readonly editorServer: (
    action: 'start' | 'stop' | 'restart',
    definition: Definition,
  ) => Promise<void>;
}
