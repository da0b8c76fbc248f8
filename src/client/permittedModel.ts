import type { SamplingPermission } from './sampling';

/** A decision of the user about a model. */
export interface ModelDecision<M> {
  readonly model: M;
  readonly permission: SamplingPermission;
}

/** `undefined`: the user refuses this request; `never`: they refuse all. */
type PermittedModel<M> = M | 'never' | undefined;

/** The models that a server may be permitted, and the ways to the user's decisions about them. */
export interface ModelChoice<M> {
  /** Preferred ones first. */
  readonly models: readonly [M, ...M[]];
  /** The user confirms each request, whatever they have permitted. */
  readonly each: boolean;
  readonly permissionOf: (model: M) => SamplingPermission | undefined;
  /** Runs what asks the user when it is its turn. */
  readonly inTurn: (
    task: (signal: AbortSignal) => Promise<PermittedModel<M>>,
  ) => Promise<PermittedModel<M>>;
  /** `undefined`: the user refuses this request. */
  readonly ask: (signal: AbortSignal) => Promise<ModelDecision<M> | undefined>;
  readonly decide: (decision: ModelDecision<M>) => Promise<void>;
}

/** The model that a server may use for a request. A permitted one spares the question about a preferred one. */
export async function permittedModel<M extends object>(
  choice: ModelChoice<M>,
): Promise<PermittedModel<M>> {
  return (
    known(choice) ??
    choice.inTurn(async (signal) => {
      // The user may have decided while this request waited.
      const decided = known(choice);
      if (decided) return decided;
      const decision = await choice.ask(signal);
      if (decision) await choice.decide(decision);
      return decision?.permission === 'never' ? 'never' : decision?.model;
    })
  );
}

/** The decision that spares the question. */
function known<M>({ models, each, permissionOf }: ModelChoice<M>): PermittedModel<M> {
  if (permissionOf(models[0]) === 'never') return 'never';
  if (each) return undefined;
  return models.find((model) => lasting.has(permissionOf(model)));
}

const lasting: ReadonlySet<SamplingPermission | undefined> = new Set(['session', 'always']);
