import type { ReadonlySignal, Signal } from '@preact/signals-core';
import type * as vscode from 'vscode';
import type { DisposableStore } from '../../base/disposable';
import type { AgentTokens } from '../../client/agentTokens';
import type { Approvals } from '../../client/approvals';
import type { InheritedEnvironment } from '../../client/launch/inheritedEnvironment';
import type { Inputs } from '../../client/inputs';
import type { LaunchResolver } from '../../client/launch/launchResolver';
import type { SignInContext } from '../../client/signIn';
import type { KeyValueStore } from '../../client/stores';
import type { Workspace } from '../../client/workspace';
import type { ExternalOffer } from '../../ipc/externalClients';
import type { ApprovalPages } from '../approval/approvalPages.editor';
import type { ToolReviews } from '../approval/toolReviews.editor';
import type { ShownCosts } from '../costs/toolCosts';
import type { ToolCostWatch } from '../costs/toolCosts.editor';
import type { LogChannels } from '../diagnostics/logChannels.editor';
import type { FoundProblems } from '../editing/shownProblems';
import type { WindowQuestions } from '../questions/windowQuestions.editor';
import type { Overview } from '../overviewPage/overview.editor';
import type { ResourceFiles } from '../resources/resourceFiles.editor';
import type { ResultDocuments } from '../resources/resultDocuments.editor';
import type { ServerPages } from '../serverPage/serverPages.editor';
import type { ServerTests } from '../tests/serverTests.editor';
import type { StartInChat } from '../tree/serverCommands.editor';
import type { ServersView } from '../tree/serversView.editor';
import type { Clock } from './clock.editor';
import type { ConfigFiles } from './configFiles.editor';
import type { Settings } from './settings.editor';
import type { OwnerWatch } from '../owner/owner.editor';

/** Objects that a window creates when it is activated. */
export interface WindowContext {
  readonly extensionContext: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  readonly store: DisposableStore;
  /** Decisions about the servers of this machine, which outlive the window. */
  readonly values: KeyValueStore;
  readonly settings: Settings;
  readonly config: ConfigFiles;
  readonly inputs: Inputs;
  readonly approvals: Approvals;
  readonly environment: InheritedEnvironment;
  /** Fired with the query of `vscode://<extension>/callback`, where a browser returns after a sign-in. */
  readonly onSignInReturned: vscode.Event<string>;
  readonly workspace: Workspace;
  readonly files: ResourceFiles;
  readonly clock: Clock;
  /** The view of the servers. */
  readonly tree: Pick<ServersView, 'find'>;
  /** Connects chat to servers. */
  readonly chat: StartInChat;
  /** Problems of the configuration files. */
  readonly found: Signal<FoundProblems>;
  /** Counted costs of the tools in chat. */
  readonly costs: Signal<ShownCosts>;
}

/** The same with all views and pages, which `window.ts` creates when the window has servers. */
export interface OpenWindow extends WindowContext {
  /** Resolves launches for the host, and explains them. */
  readonly resolver: LaunchResolver;
  /** Asks for approvals, and for the owner of the servers. */
  readonly approvalPages: ApprovalPages;
  /** Answers requests of servers. */
  readonly questions: WindowQuestions;
  readonly signIn: Pick<SignInContext, 'prepare'>;
  /** Tokens of other agents for this workspace. */
  readonly agentTokens: AgentTokens;
  /** The terms for external clients. */
  readonly externalOffer: () => ReadonlySignal<ExternalOffer>;
  readonly logs: LogChannels;
  readonly serverPages: ServerPages;
  readonly tests: ServerTests;
  readonly ownerWatch: OwnerWatch;
  readonly costWatch: ToolCostWatch;
  readonly reviews: ToolReviews;
  readonly results: ResultDocuments;
  readonly overview: Overview;
}
