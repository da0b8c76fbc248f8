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
import type { WindowQuestions } from '../questions/windowQuestions.editor';
import type { ResourceFiles } from '../resources/resourceFiles.editor';
import type { StartInChat } from '../tree/serverCommands.editor';
import type { Clock } from './clock.editor';
import type { ConfigFiles } from './configFiles.editor';
import type { Settings } from './settings.editor';

/** Objects that a window creates when it opens; all other code is loaded when it is needed. */
export interface WindowContext {
  readonly context: vscode.ExtensionContext;
  readonly model: Workspace;
  readonly settings: Settings;
  readonly config: ConfigFiles;
  readonly inputs: Inputs;
  readonly approvals: Approvals;
  readonly environment: InheritedEnvironment;
  /** Tokens of other agents for this workspace. */
  readonly agentTokens: AgentTokens;
  /** Resolves launches for the host, and explains them. */
  readonly resolver: Pick<LaunchResolver, 'resolve' | 'explain' | 'inspect'>;
  /** Answers requests of servers. */
  readonly questions: () => Promise<WindowQuestions>;
  readonly files: ResourceFiles;
  readonly clock: Clock;
  /** Connects chat to servers. */
  readonly chat: StartInChat;
  /** Problems of the configuration files. */
  readonly found: Signal<FoundProblems>;
  /** Counted costs of the tools in chat. */
  readonly costs: Signal<ShownCosts>;
  readonly store: DisposableStore;
  readonly log: vscode.LogOutputChannel;
}
