import type { Signal } from '@preact/signals-core';
import type * as vscode from 'vscode';
import type { DisposableStore } from '../base/disposable';
import type { AgentTokens } from '../hostClient/agentTokens';
import type { Approvals } from '../hostClient/approvals';
import type { InheritedEnvironment } from '../hostClient/inheritedEnvironment';
import type { Inputs } from '../hostClient/inputs';
import type { LaunchResolver } from '../hostClient/launchResolver';
import type { WorkspaceModel } from '../hostClient/workspaceModel';
import type { FoundProblems } from '../views/shownProblems';
import type { ShownCosts } from '../views/toolCosts';
import type { Clock } from './clock';
import type { ConfigFiles } from './configFiles';
import type { Questions } from './questions';
import type { ResourceFiles } from './resourceFiles';
import type { StartInChat } from './serverCommands';
import type { Settings } from './settings';

/** What a window is made of when it opens; everything else is evaluated when it is needed. */
export interface WindowParts {
  readonly context: vscode.ExtensionContext;
  readonly model: WorkspaceModel;
  readonly settings: Settings;
  readonly config: ConfigFiles;
  readonly inputs: Inputs;
  readonly approvals: Approvals;
  readonly environment: InheritedEnvironment;
  /** What other agents have of this workspace. */
  readonly agentTokens: AgentTokens;
  /** Answers the host, and tells why a launch is as it is. */
  readonly resolver: Pick<LaunchResolver, 'resolve' | 'explain' | 'look'>;
  /** Answers what servers ask. */
  readonly questions: () => Promise<Questions>;
  readonly files: ResourceFiles;
  readonly clock: Clock;
  /** Connects chat to servers. */
  readonly chat: StartInChat;
  /** What is wrong in the configuration files. */
  readonly found: Signal<FoundProblems>;
  /** What the tools in chat cost a model, as far as it is counted. */
  readonly costs: Signal<ShownCosts>;
  readonly store: DisposableStore;
  readonly log: vscode.LogOutputChannel;
}
