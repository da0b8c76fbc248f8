import type { RestartLimits } from '../base/restartPolicy';
import type { Authorizers } from '../connection/authorization/authorizers';
import type { Connect, ConnectOptions } from '../connection/connection';
import type { ResolvedLaunch } from '../ipc/launch';
import type { HealthLimits } from './liveness';
import type { Conduct } from './quarantine';
import type { StartQueue } from './startQueue';

/** A launch with the values that must not show up anywhere. */
export interface SecretLaunch {
  readonly launch: ResolvedLaunch;
  readonly secrets: readonly string[];
}

/** What every supervisor of a host shares. Times in milliseconds. */
export interface SupervisorOptions extends Pick<
  ConnectOptions,
  'initializeTimeout' | 'longestStart' | 'cancelGrace'
> {
  readonly connect: Connect;
  readonly restart: RestartLimits;
  readonly health: HealthLimits;
  readonly listTimeout: number;
  /** Where starts of processes wait for their turn. */
  readonly starts: StartQueue;
  /** How requests to remote servers are let in; absent: by their headers alone. */
  readonly authorizers?: Pick<Authorizers, 'of'> | undefined;
  /** What the server with this launch, as a text, is answerable for; absent where nothing is kept. */
  readonly conductOf?: ((launch: string) => Conduct | undefined) | undefined;
}
