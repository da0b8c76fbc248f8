import { reasonOf } from '../../base/errors';
import type { Network } from '../../network/network';
import { Sequencer } from '../../base/sequencer';
import { raceAbort } from '../../base/abort';
import type { Definition } from '../../config/definition';
import type { SeenDefinition } from '../../config/fingerprint';
import type { PathSettings } from '../../config/settings/serverSettings';
import { launchVariables } from '../../config/variables';
import { dialects } from '../../config/dialects';
import type { LaunchAnswer, ResolvedLaunch, ShellState } from '../../ipc/launch';
import type { Need } from '../../ipc/state';
import type { ConfiguredServer } from '../configuredServers';
import { debuggedLaunch } from './debuggedLaunch';
import type { ServerDebugger } from './debuggers';
import { lookAt, readEntered, type DependencyContext } from './dependencies';
import { launchFacts, type FoundLaunch, type LaunchHistory } from './launchFacts';
import { seenWith } from './keptDependencies';
import { LaunchValues } from './launchValues';
import { resolvedLaunch } from './resolvedLaunch';
import { withSearchPath } from './searchPath';
import { secretsIn } from './secretsIn';
import { reachTools } from './toolPath';
import { secretVariables, withoutVariables } from './withheldSecrets';

/** What resolving needs of the window or terminal it happens in. */
export interface LaunchContext extends DependencyContext {
  /** Workspace trust: false in Restricted Mode. */
  readonly trusted: () => boolean;
  /** Shows the exact definition with what it depends on; gives what the person approved. */
  readonly askTrust: (
    definition: Definition,
    signal: AbortSignal,
  ) => Promise<readonly SeenDefinition[]>;
  /** Whether that is what a login shell said; `notNeeded` if absent. */
  readonly shell?: () => ShellState;
  /** Whether inherited variables that look like secrets are kept from servers; they are not if absent. */
  readonly withholdSecrets?: () => boolean;
  /** How remote servers are reached; directly if absent. */
  readonly network?: () => Network;
}

/** `gesture`: a person asked for the start, so questions may be put. */
export interface ResolveOptions {
  readonly gesture: boolean;
  readonly signal: AbortSignal;
  /** What the person's settings make of the inherited `PATH`. */
  readonly path?: PathSettings | undefined;
  readonly debug?: ServerDebugger | undefined;
}

/** A configured server, as far as it decides about its launch. */
type LaunchedServer = Pick<ConfiguredServer, 'definition' | 'effective' | 'inactiveReason'>;

/** An answer, and what became of the launch on the way to it. */
interface Resolution extends Partial<LaunchHistory> {
  readonly answer: LaunchAnswer;
}

/**
 * Answers how to reach a server. First trust in the workspace, then approval of the connection, then
 * its variables: nothing of a definition is asked for before it is trusted. What the launch was filled with
 * is compared with the approval last, so that what was approved is what runs.
 */
export class LaunchResolver {
  readonly #asking = new Sequencer();

  constructor(private readonly ports: LaunchContext) {}

  /** Expected failures are answers. Rejects only with the reason of an aborted `signal`. */
  async resolve(definition: Definition, options: ResolveOptions): Promise<LaunchAnswer> {
    return (await this.#resolve(definition, options)).answer;
  }

  /** The same for a configured server, with the facts of a local launch, for a person to read. */
  async explain(
    { definition, effective, inactiveReason }: LaunchedServer,
    options: Pick<ResolveOptions, 'gesture' | 'signal'>,
  ): Promise<FoundLaunch> {
    if (inactiveReason)
      return { answer: { kind: 'disabled', reason: inactiveReason }, facts: undefined };
    const { path } = effective.settings;
    const resolution = await this.#resolve(definition, { ...options, path });
    const { answer, added = [], withheld = [] } = resolution;
    const history = { added, withheld, shell: this.ports.shell?.() ?? 'notNeeded' };
    return { answer, facts: await launchFacts(answer, history, process.platform) };
  }

  /** The entry with what it depends on now, for a person to approve; in Restricted Mode nobody looks. */
  async inspect(definition: Definition): Promise<SeenDefinition> {
    return this.ports.trusted() ? lookAt(definition, this.ports) : definition;
  }

  async #resolve(definition: Definition, options: ResolveOptions): Promise<Resolution> {
    const { signal } = options;
    signal.throwIfAborted();
    try {
      if (!this.ports.trusted()) return blocked('trust', 'workspaceUntrusted');
      if (isSandboxed(definition))
        return { answer: { kind: 'disabled', reason: { code: 'sandboxUnsupported' } } };
      const isApproved = () => this.ports.approvals.isApproved(definition);
      if (!(await this.#ask(definition, isApproved, options))) return notApproved;
      return await this.#fill(definition, options);
    } catch (error) {
      signal.throwIfAborted();
      return { answer: { kind: 'failed', reason: reasonOf(error) } };
    }
  }

  /** Asks for approval where it is not there and a person wants the start. */
  async #ask(
    definition: Definition,
    isApproved: () => boolean,
    { gesture, signal }: ResolveOptions,
  ): Promise<boolean> {
    const { approvals, askTrust } = this.ports;
    if (isApproved() || !gesture) return isApproved();
    const answer = this.#asking.run(async () => {
      signal.throwIfAborted();
      // Whoever was asked before may have approved the same connection.
      if (isApproved()) return true;
      const approved = await askTrust(definition, signal);
      signal.throwIfAborted();
      await approvals.approve(approved);
      return isApproved();
    });
    return raceAbort(answer, signal);
  }

  async #fill(definition: Definition, options: ResolveOptions): Promise<Resolution> {
    const { approvals, home, inputs } = this.ports;
    const { signal, gesture } = options;
    const inherited = inherits(definition) ? await this.ports.environment(signal, gesture) : {};
    const environment = withSearchPath(inherited, options.path, home);
    const values = new LaunchValues(definition, {
      environment,
      home,
      window: this.ports.variables,
    });
    await values.lookUp();
    for (const { variable, input } of values.questions) {
      const value = await inputs.value(input, definition, options);
      signal.throwIfAborted();
      if (value === undefined) return blocked('input', 'inputMissing', { input: input.id });
      values.answer(variable, value);
    }
    const { folder } = definition.source;
    const filled = values.fill();
    // Of the same moment as what was filled.
    const variables = values.dependencies;
    const written = filled.type === 'stdio' ? filled.envFile : undefined;
    const envFile = await readEntered(written, { folder, home }, values);
    const dependencies = [...variables, ...envFile.dependencies];
    const isApproved = () => seenWith(definition, dependencies, approvals).isApproved === true;
    if (!(await this.#ask(definition, isApproved, options))) return notApproved;
    const network = this.ports.network?.();
    const place = { folder, home, environment, envFile: envFile.variables, network };
    const launch = resolvedLaunch(filled, place);
    return this.#finish(debugged(launch, options.debug), values.secrets, options.path);
  }

  /** Keeps back what servers shall not inherit, and sees to it that they find their programs. */
  async #finish(
    launch: ResolvedLaunch,
    given: readonly string[],
    path: PathSettings | undefined,
  ): Promise<Resolution> {
    const own = [...new Set([...given, ...secretsIn(launch)])];
    if (launch.type !== 'stdio') return { answer: { kind: 'resolved', launch, secrets: own } };
    const { home, withholdSecrets } = this.ports;
    const inherited = secretVariables(launch.baseEnv);
    const withheld = withholdSecrets?.() ? inherited : [];
    const cautious = { ...launch, baseEnv: withoutVariables(launch.baseEnv, withheld) };
    const handedOn = inherited.flatMap((name) => cautious.baseEnv[name] ?? []);
    const secrets = [...new Set([...own, ...handedOn])];
    const { platform } = process;
    const { launch: reached, added } = await reachTools(cautious, { home, platform }, path);
    return { answer: { kind: 'resolved', launch: reached, secrets }, added, withheld };
  }
}

/** Whether a server gets anything of the environment: a remote one only what its entry names. */
function inherits({ launch, source }: Definition): boolean {
  if (launch.type === 'stdio') return true;
  const named = launchVariables(launch, dialects[source.dialect].variableStyle);
  return named.some(({ kind }) => kind === 'env');
}

function debugged(launch: ResolvedLaunch, debug: ResolveOptions['debug']): ResolvedLaunch {
  if (debug === undefined || launch.type !== 'stdio') return launch;
  return debuggedLaunch(launch, debug.mode, debug.port);
}

/** Running a server unconfined that a person wants confined would be worse than not running it. */
function isSandboxed({ launch }: Definition): boolean {
  return launch.type === 'stdio' && launch.sandboxed === true;
}

const notApproved = blocked('trust', 'notApproved');

function blocked(need: Need, code: string, args: Record<string, string> = {}): Resolution {
  return { answer: { kind: 'blocked', need, reason: { code, args } } };
}
