import { reasonOf } from '../../base/errors';
import type { Network } from '../../network/network';
import { Sequencer } from '../../base/sequencer';
import { raceAbort } from '../../base/abort';
import type { Definition, Launch } from '../../config/definition';
import type { SeenDefinition } from '../../config/fingerprint';
import type { PathSettings } from '../../config/settings/serverSettings';
import { launchVariables } from '../../config/variables';
import { dialects } from '../../config/dialects';
import type { LaunchAnswer, ResolvedLaunch, ShellState, LaunchFacts } from '../../ipc/launch';
import type { Need } from '../../ipc/state';
import { redactor } from '../../base/redact';
import { searchProgram } from '../../processes/programSearch';
import type { ConfiguredServer } from '../configuredServers';
import { debuggedLaunch, type ServerDebugger } from './debuggedLaunch';
import {
  inspectDefinition,
  readEnvFileVariables,
  type DependencyContext,
  compareWithApproval,
  differsFromApproval,
} from './dependencies';
import { LaunchValues } from './launchValues';
import { policyRefusal, type ServerLists } from './serverLists';
import { resolvedLaunch } from './resolvedLaunch';
import type { SandboxPrograms } from './sandboxPrograms';
import { withSearchPath } from './environment';
import { launchSecrets, secretVariables, withoutVariables } from './launchSecrets';
import { withToolFolders, wantedProgram } from './toolPath';

/** The window or terminal in which launches are resolved. */
export interface LaunchContext extends DependencyContext {
  /** Workspace trust: false in Restricted Mode. */
  readonly trusted: () => boolean;
  /** Shows the exact definition with its dependencies; resolves to the approved definitions. */
  readonly askApproval: (
    definition: Definition,
    signal: AbortSignal,
  ) => Promise<readonly SeenDefinition[]>;
  /** The login shell's part in the environment; `notNeeded` if absent. */
  readonly shell?: () => ShellState;
  /** True if servers do not inherit variables that look like secrets; false if absent. */
  readonly withholdSecrets?: () => boolean;
  /** Proxy and certificates for remote servers; a direct connection if absent. */
  readonly network?: () => Network;
  /** The programs that confine servers; nothing does where they are absent. */
  readonly sandbox?: () => SandboxPrograms | undefined;
  /** The lists of servers in the editor's policy; none if absent. */
  readonly serverLists?: () => ServerLists;
}

/** `gesture`: a person started it, so they may be asked. */
export interface ResolveOptions {
  readonly gesture: boolean;
  readonly signal: AbortSignal;
  /** The person's setting for the inherited `PATH`. */
  readonly path?: PathSettings | undefined;
  readonly debug?: ServerDebugger | undefined;
}

/** A configured server, as far as it decides about its launch. */
type LaunchedServer = Pick<ConfiguredServer, 'definition' | 'effective' | 'inactiveReason'>;

/** An answer with the changes that were made to the launch. */
interface Resolution extends Partial<LaunchHistory> {
  readonly answer: LaunchAnswer;
}

/**
 * Resolves the launch of a server. It checks trust in the workspace, then the entry's approval, then its variables.
 * Nothing is asked for an untrusted definition. What is known without answers is compared with the approval before
 * inputs are asked for, because the workspace offers their values. The filled values are compared last, so that
 * nothing can change between approval and launch.
 */
export class LaunchResolver {
  readonly #asking = new Sequencer();

  constructor(private readonly context: LaunchContext) {}

  /** Expected failures are answers. Rejects only with the reason of `signal`. */
  async resolve(definition: Definition, options: ResolveOptions): Promise<LaunchAnswer> {
    return (await this.#resolve(definition, options)).answer;
  }

  /** Resolves the launch of a configured server, with the facts of a local one, for a person to read. */
  async explain(
    { definition, effective, inactiveReason }: LaunchedServer,
    options: Pick<ResolveOptions, 'gesture' | 'signal'>,
  ): Promise<ExplainedLaunch> {
    if (inactiveReason)
      return { answer: { kind: 'disabled', reason: inactiveReason }, facts: undefined };
    const { path } = effective.settings;
    const resolution = await this.#resolve(definition, { ...options, path });
    const { answer, added = [], withheld = [] } = resolution;
    const history = { added, withheld, shell: this.context.shell?.() ?? 'notNeeded' };
    return { answer, facts: await launchFacts(answer, history, process.platform) };
  }

  /** The entry with its current dependencies, for a person to approve; nothing is read in Restricted Mode. */
  async inspect(definition: Definition): Promise<SeenDefinition> {
    return this.context.trusted() ? inspectDefinition(definition, this.context) : definition;
  }

  async #resolve(definition: Definition, options: ResolveOptions): Promise<Resolution> {
    const { signal } = options;
    signal.throwIfAborted();
    try {
      if (!this.context.trusted()) return blocked('trust', 'workspaceUntrusted');
      if (isSandboxed(definition) && this.context.sandbox?.() === undefined)
        return { answer: { kind: 'disabled', reason: { code: 'sandboxUnsupported' } } };
      const refused = this.#refusal(definition);
      if (refused) return refused;
      const isApproved = () => this.context.approvals.isApproved(definition);
      if (!(await this.#ask(definition, isApproved, options))) return notApproved;
      return await this.#fill(definition, options);
    } catch (error) {
      signal.throwIfAborted();
      return { answer: { kind: 'failed', reason: reasonOf(error) } };
    }
  }

  /** Before the values are filled, so that nobody is asked for them in vain, and with them. */
  #refusal(definition: Definition, filled?: Launch): Resolution | undefined {
    const lists = this.context.serverLists?.();
    const reason = lists && policyRefusal(definition, lists, filled);
    return reason && { answer: { kind: 'blocked', need: 'policy', reason } };
  }

  /** Asks for a missing approval if a person started the server. */
  async #ask(
    definition: Definition,
    isApproved: () => boolean,
    { gesture, signal }: ResolveOptions,
  ): Promise<boolean> {
    const { approvals, askApproval } = this.context;
    if (isApproved() || !gesture) return isApproved();
    const answer = this.#asking.run(async () => {
      signal.throwIfAborted();
      // An earlier question may have approved the same entry.
      if (isApproved()) return true;
      const approved = await askApproval(definition, signal);
      signal.throwIfAborted();
      await approvals.approve(approved);
      return isApproved();
    });
    return raceAbort(answer, signal);
  }

  async #fill(definition: Definition, options: ResolveOptions): Promise<Resolution> {
    const { approvals, home, inputs } = this.context;
    const { signal, gesture } = options;
    const inherited = inherits(definition) ? await this.context.environment(signal, gesture) : {};
    const environment = withSearchPath(inherited, options.path, home);
    const values = new LaunchValues(definition, {
      environment,
      home,
      window: this.context.variables,
    });
    await values.lookUp(signal);
    const isSeen = () => !differsFromApproval(definition, values.dependencies, approvals);
    if (!(await this.#ask(definition, isSeen, options))) return notApproved;
    for (const { variable, input } of values.questions) {
      const value = await inputs.value(input, definition, options);
      signal.throwIfAborted();
      if (value === undefined) return blocked('input', 'inputMissing', { input: input.id });
      values.answer(variable, value);
    }
    const { folder } = definition.source;
    const filled = values.fill();
    const refused = this.#refusal(definition, filled);
    if (refused) return refused;
    // Read at the same moment as the filled values.
    const variables = values.dependencies;
    const written = filled.type === 'stdio' ? filled.envFile : undefined;
    const envFile = await readEnvFileVariables(written, { folder, home }, values, signal);
    const dependencies = [...variables, ...envFile.dependencies];
    const isApproved = () =>
      compareWithApproval(definition, dependencies, approvals).isApproved === true;
    if (!(await this.#ask(definition, isApproved, options))) return notApproved;
    const network = this.context.network?.();
    const sandbox = this.context.sandbox?.();
    const place = { folder, home, environment, envFile: envFile.variables, network, sandbox };
    const launch = resolvedLaunch(filled, place);
    return this.#finish(debugged(launch, options.debug, home), values.secrets, options.path);
  }

  /** Withholds inherited secrets, collects the secrets to mask, and adds tool folders to `PATH`. */
  async #finish(
    launch: ResolvedLaunch,
    given: readonly string[],
    path: PathSettings | undefined,
  ): Promise<Resolution> {
    const own = [...new Set([...given, ...launchSecrets(launch)])];
    if (launch.type !== 'stdio') return { answer: { kind: 'resolved', launch, secrets: own } };
    const { home, withholdSecrets } = this.context;
    const inherited = secretVariables(launch.baseEnv);
    const withheld = withholdSecrets?.() ? inherited : [];
    const cautious = { ...launch, baseEnv: withoutVariables(launch.baseEnv, withheld) };
    const handedOn = inherited.flatMap((name) => cautious.baseEnv[name] ?? []);
    const secrets = [...new Set([...own, ...handedOn])];
    const { platform } = process;
    const { launch: reached, added } = await withToolFolders(cautious, { home, platform }, path);
    return { answer: { kind: 'resolved', launch: reached, secrets }, added, withheld };
  }
}

/** True if a server uses the environment: a remote one only for variables that its entry names. */
function inherits({ launch, source }: Definition): boolean {
  if (launch.type === 'stdio') return true;
  const named = launchVariables(launch, dialects[source.dialect].variableStyle);
  return named.some(({ kind }) => kind === 'env');
}

function debugged(
  launch: ResolvedLaunch,
  debug: ResolveOptions['debug'],
  home: string,
): ResolvedLaunch {
  if (debug === undefined || launch.type !== 'stdio') return launch;
  return debuggedLaunch(launch, debug.mode, debug.port, home);
}

/** Running such a server without its sandbox would be worse than not running it. */
function isSandboxed({ launch }: Definition): boolean {
  return launch.type === 'stdio' && launch.sandbox !== undefined;
}

const notApproved = blocked('trust', 'notApproved');

function blocked(need: Need, code: string, args: Record<string, string> = {}): Resolution {
  return { answer: { kind: 'blocked', need, reason: { code, args } } };
}

/** The launch of a server, or why there is none, for a person to read. */
export interface ExplainedLaunch {
  readonly answer: LaunchAnswer;
  /** Absent unless a local server is launched. */
  readonly facts: LaunchFacts | undefined;
}

/** Changes that were made to a launch before it became an answer. */
type LaunchHistory = Pick<LaunchFacts, 'added' | 'shell' | 'withheld'>;

/** `undefined` unless a local server is launched. */
export async function launchFacts(
  answer: LaunchAnswer,
  history: LaunchHistory,
  platform: NodeJS.Platform,
): Promise<LaunchFacts | undefined> {
  if (answer.kind !== 'resolved' || answer.launch.type !== 'stdio') return undefined;
  const { launch, secrets } = answer;
  const { file, folders } = await searchProgram(wantedProgram(launch, platform));
  const masked = redactor(secrets);
  return {
    ...history,
    command: masked(launch.command),
    args: launch.args.map(masked),
    cwd: masked(launch.cwd),
    found: file === undefined ? undefined : masked(file),
    searched: folders.map(masked),
  };
}
