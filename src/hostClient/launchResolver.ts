import { reasonOf, UserError } from '../base/errors';
import { Sequencer } from '../base/sequencer';
import { unlessAborted } from '../base/unlessAborted';
import type { Definition } from '../config/definition';
import {
  fillLaunch,
  launchVariables,
  variableValue,
  type VariableValues,
} from '../config/variables';
import type { LaunchAnswer } from '../contract/launch';
import type { Need } from '../contract/state';
import type { Approvals } from './approvals';
import { environmentValue } from './environment';
import type { Inputs } from './inputs';
import { resolvedLaunch } from './resolvedLaunch';
import { secretsIn } from './secretsIn';

/** What resolving needs of the window or terminal it happens in. */
export interface LaunchPorts {
  readonly approvals: Approvals;
  readonly inputs: Inputs;
  /** Workspace trust: false in Restricted Mode. */
  readonly trusted: () => boolean;
  /** Shows the exact definitions; true when the person approved all of them. */
  readonly askTrust: (definitions: readonly Definition[], signal: AbortSignal) => Promise<boolean>;
  /** The environment of this process, for `${env:…}` and for servers to inherit. */
  readonly environment: () => Readonly<Record<string, string | undefined>>;
  /** Absolute path of the person's home folder. */
  readonly home: string;
}

/** `gesture`: a person asked for the start, so questions may be put. */
export interface ResolveOptions {
  readonly gesture: boolean;
  readonly signal: AbortSignal;
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
    const { signal } = options;
    signal.throwIfAborted();
    try {
      if (!this.ports.trusted()) return blocked('trust', 'workspaceUntrusted');
      if (isSandboxed(definition))
        return { kind: 'disabled', reason: { code: 'sandboxUnsupported' } };
      if (!(await this.#isApproved(definition, options))) return blocked('trust', 'notApproved');
      return await this.#fill(definition, options);
    } catch (error) {
      signal.throwIfAborted();
      return { kind: 'failed', reason: reasonOf(error) };
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

  async #fill(definition: Definition, options: ResolveOptions): Promise<LaunchAnswer> {
    const environment = this.ports.environment();
    const { home } = this.ports;
    const { folder } = definition.source;
    const values = new Map<string, string>();
    const lookup: VariableValues = {
      workspaceFolder: folder,
      userHome: home,
      env: (name) => environmentValue(environment, name),
      input: (id) => values.get(id),
    };
    requireFillable(definition, lookup);
    for (const input of definition.inputs) {
      const value = await this.ports.inputs.value(input, definition, options);
      options.signal.throwIfAborted();
      if (value === undefined) return blocked('input', 'inputMissing', { input: input.id });
      values.set(input.id, value);
    }
    const launch = resolvedLaunch(fillLaunch(definition.launch, lookup), {
      folder,
      home,
      environment,
    });
    return {
      kind: 'resolved',
      launch,
      secrets: [...new Set([...values.values(), ...secretsIn(launch)])],
    };
  }
}

/**
 * A person is not asked for inputs of a launch that fails anyway.
 * @throws UserError `unknownVariable`, `variableUnset` (variable) or `undefinedInput` (input).
 */
function requireFillable({ launch, inputs }: Definition, lookup: VariableValues): void {
  for (const variable of launchVariables(launch)) {
    if (variable.kind !== 'input') variableValue(variable, lookup);
    else if (!inputs.some(({ id }) => id === variable.name)) {
      throw new UserError('undefinedInput', { input: variable.name });
    }
  }
}

/** Running a server unconfined that a person wants confined would be worse than not running it. */
function isSandboxed({ launch }: Definition): boolean {
  return launch.type === 'stdio' && launch.sandboxed === true;
}

function blocked(need: Need, code: string, args: Record<string, string> = {}): LaunchAnswer {
  return { kind: 'blocked', need, reason: { code, args } };
}
