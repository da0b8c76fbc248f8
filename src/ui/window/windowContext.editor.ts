import type { Signal } from '@preact/signals-core';
import type * as vscode from 'vscode';
import type { DisposableStore } from '../../base/disposable';
import type { AgentTokens } from '../../client/agentTokens';
import type { Approvals } from '../../client/approvals';
import type { InheritedEnvironment } from '../../client/launch/inheritedEnvironment';
import type { Inputs } from '../../client/inputs';
import type { LaunchResolver } from '../../client/launch/launchResolver';
import type { Workspace } from '../../client/workspace';
import type { FoundProblems } from '../editing/shownProblems';
import type { ShownCosts } from '../costs/toolCosts';
import type { Clock } from './clock.editor';
import type { ConfigFiles } from './configFiles.editor';
import type { ServerRequests } from '../questions/serverRequests.editor';
import type { ResourceFiles } from '../resources/resourceFiles.editor';
import type { StartInChat } from '../tree/serverCommands.editor';
import type { Settings } from './settings.editor';

/** What a window is made of when it opens; everything else is evaluated when it is needed. */
export interface WindowContext {
  readonly context: vscode.ExtensionContext;
  readonly model: Workspace;
  readonly settings: Settings;
  readonly config: ConfigFiles;
  readonly inputs: Inputs;
  readonly approvals: Approvals;
  readonly environment: InheritedEnvironment;
  /** What other agents have of this workspace. */
  readonly agentTokens: AgentTokens;
  /** Answers the host, and tells why a launch is as it is. */
  readonly resolver: Pick<LaunchResolver, 'resolve' | 'explain' | 'inspect'>;
  /** Answers what servers ask. */
  readonly questions: () => Promise<ServerRequests>;
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
