import type { Environment } from '../base/environment';
import { reasonOf } from '../base/errors';
import type { Network } from '../base/network';
import { redact } from '../base/redact';
import { Sequencer } from '../base/sequencer';
import { unlessAborted } from '../base/unlessAborted';
import type { Definition, Launch } from '../config/definition';
import type { PathSettings } from '../config/serverSettings';
import { launchVariables } from '../config/variables';
import { variableStyleOf } from '../config/variableStyle';
import type { LaunchAnswer, ResolvedLaunch, ShellState } from '../contract/launch';
import type { Need } from '../contract/state';
import type { Approvals } from './approvals';
import { debuggedLaunch } from './debuggedLaunch';
import type { ServerDebugger } from './debuggers';
import { readEnvFile } from './envFile';
import type { Inputs } from './inputs';
import { launchFacts, type FoundLaunch, type LaunchHistory } from './launchFacts';
import { LaunchValues } from './launchValues';
import { placePath, resolvedLaunch } from './resolvedLaunch';
import { withSearchPath } from './searchPath';
import { secretsIn } from './secretsIn';
import { reachTools } from './toolPath';
import type { VariablePort } from './variablePort';
import { secretVariables, withoutVariables } from './withheldSecrets';

/** What resolving needs of the window or terminal it happens in. */
export interface LaunchPorts {
  readonly approvals: Approvals;
  readonly inputs: Inputs;
  /** Workspace trust: false in Restricted Mode. */
  readonly trusted: () => boolean;
  /** Shows the exact definitions; true when the person approved all of them. */
  readonly askTrust: (definitions: readonly Definition[], signal: AbortSignal) => Promise<boolean>;
  /**
   * The environment for `${env:…}` and for servers to inherit; it may have to be read first. What could
   * not be read is tried again by a `gesture` only.
   */
  readonly environment: (
    signal: AbortSignal,
    gesture: boolean,
  ) => Environment | Promise<Environment>;
  /** Whether that is what a login shell said; `notNeeded` if absent. */
  readonly shell?: () => ShellState;
  /** Whether inherited variables that look like secrets are kept from servers; they are not if absent. */
  readonly withholdSecrets?: () => boolean;
  /** How remote servers are reached; directly if absent. */
  readonly network?: () => Network;
  /** Absolute path of the person's home folder. */
  readonly home: string;
  readonly variables: VariablePort;
}

/** `gesture`: a person asked for the start, so questions may be put. */
export interface ResolveOptions {
  readonly gesture: boolean;
  readonly signal: AbortSignal;
  /** What the person's settings make of the inherited `PATH`. */
  readonly path?: PathSettings | undefined;
  readonly debug?: ServerDebugger | undefined;
}

/** An answer, and what became of the launch on the way to it. */
interface Resolution extends Partial<LaunchHistory> {
  readonly answer: LaunchAnswer;
}

/**
 * Answers how to reach a server. First trust in the workspace, then approval of the connection, then
 * its variables: nothing of a definition is looked up or asked for before it is trusted.
 */
export class LaunchResolver {
  readonly #asking = new Sequencer();

  constructor(private readonly ports: LaunchPorts) {}

  /** Expected failures are answers. Rejects only with the reason of an aborted `signal`. */
  async resolve(definition: Definition, options: ResolveOptions): Promise<LaunchAnswer> {
    return (await this.#resolve(definition, options)).answer;
  }

  /** The same with how a local server is launched by the answer, for a person to read. */
  async explain(definition: Definition, options: ResolveOptions): Promise<FoundLaunch> {
    const { answer, added = [], withheld = [] } = await this.#resolve(definition, options);
    const history = { added, withheld, shell: this.ports.shell?.() ?? 'notNeeded' };
    return { answer, facts: await launchFacts(answer, history, process.platform) };
  }

  async #resolve(definition: Definition, options: ResolveOptions): Promise<Resolution> {
    const { signal } = options;
    signal.throwIfAborted();
    try {
      if (!this.ports.trusted()) return blocked('trust', 'workspaceUntrusted');
      if (isSandboxed(definition))
        return { answer: { kind: 'disabled', reason: { code: 'sandboxUnsupported' } } };
      if (!(await this.#isApproved(definition, options))) return blocked('trust', 'notApproved');
      return await this.#fill(definition, options);
    } catch (error) {
      signal.throwIfAborted();
      return { answer: { kind: 'failed', reason: reasonOf(error) } };
    }
  }

  async #isApproved(definition: Definition, { gesture, signal }: ResolveOptions): Promise<boolean> {
    const { approvals, askTrust } = this.ports;
    if (approvals.isApproved(definition) || !gesture) return approvals.isApproved(definition);
    const answer = this.#asking.run(async () => {
      signal.throwIfAborted();
      // Whoever was asked before may have approved the same connection.
      if (approvals.isApproved(definition)) return true;
      const approved = await askTrust([definition], signal);
      signal.throwIfAborted();
      if (approved) await approvals.approve([definition]);
      return approved;
    });
    return unlessAborted(answer, signal);
  }

  async #fill(definition: Definition, options: ResolveOptions): Promise<Resolution> {
    const { home, variables, inputs } = this.ports;
    const { signal, gesture } = options;
    const inherited = inherits(definition) ? await this.ports.environment(signal, gesture) : {};
    const environment = withSearchPath(inherited, options.path, home);
    const values = new LaunchValues(definition, { environment, home, window: variables });
    await values.lookUp();
    for (const { variable, input } of values.questions) {
      const value = await inputs.value(input, definition, options);
      signal.throwIfAborted();
      if (value === undefined) return blocked('input', 'inputMissing', { input: input.id });
      values.answer(variable, value);
    }
    const { folder } = definition.source;
    const filled = values.fill();
    const envFile = await readVariables(filled, { folder, home }, values.secrets);
    const network = this.ports.network?.();
    const place = { folder, home, environment, envFile, network };
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
  const named = launchVariables(launch, variableStyleOf(source.dialect));
  return named.some(({ kind }) => kind === 'env');
}

/** @throws UserError `envFileUnreadable` (file). */
async function readVariables(
  launch: Launch,
  place: { readonly folder: string | undefined; readonly home: string },
  secrets: readonly string[],
): Promise<Record<string, string>> {
  if (launch.type !== 'stdio' || !launch.envFile) return {};
  const file = placePath(launch.envFile, place);
  return readEnvFile(file, redact(file, secrets));
}

function debugged(launch: ResolvedLaunch, debug: ResolveOptions['debug']): ResolvedLaunch {
  if (debug === undefined || launch.type !== 'stdio') return launch;
  return debuggedLaunch(launch, debug.mode, debug.port);
}

/** Running a server unconfined that a person wants confined would be worse than not running it. */
function isSandboxed({ launch }: Definition): boolean {
  return launch.type === 'stdio' && launch.sandboxed === true;
}

function blocked(need: Need, code: string, args: Record<string, string> = {}): Resolution {
  return { answer: { kind: 'blocked', need, reason: { code, args } } };
}
