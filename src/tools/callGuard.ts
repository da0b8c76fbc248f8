import { signalOf, type Abortable } from '../base/abort';
import { createHash } from 'node:crypto';
import { BoundedMap } from '../base/bounded';
import { reasonOf, UserError } from '../base/errors';
import { canonicalJson, isObject } from '../base/json';
import { forgetSource } from '../base/jsonSource';
import { jsonSize } from '../base/jsonSize';
import { publicName } from '../protocol/publicNames';
import { rpcCodes } from '../protocol/rpcCodes';
import type {
  Approval,
  ApprovalAnswer,
  CallOutcome,
  CallRecord,
  CallRoute,
  EditorQuestion,
  ApprovalRequest,
} from '../ipc/calls';
import { canonicalHash } from '../ipc/canonicalHash';
import type { McpObject, Tool } from '../ipc/state';
import type { CallFacts, ToolsForModels } from '../servers/modelCatalog';
import type { SharedConnection } from '../servers/openCalls';
import type { ServerHandle } from '../servers/serverHandle';
import { longestName, recordedCall, type LaunchLog } from './callRecord';
import { askedServer, findTool, refuseWithheld, type AskedServer } from './lookup';
import { proposing } from './nearest';

/** A server whose tools are called through a guard. */
export interface GuardedServer extends AskedServer {
  readonly id: string;
  /** The facts that decide about a call of a tool, by its raw name. */
  factsFor(tool: string): CallFacts;
  /** Knows the secrets of the launch; absent while there is none. */
  readonly log: LaunchLog | undefined;
}

/** Records the calls of one client's servers. */
export interface CallLog {
  /**
   * Takes a call that is over. `record` is called later, because the caller waits for the result and not for this. It
   * depends on nothing that changes.
   */
  add(record: () => CallRecord): void;
}

/** The log and the person of the client that the server belongs to. */
export interface GuardOptions {
  readonly log: CallLog;
  /** Asks the client's person. */
  approve(call: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer>;
}

/** The caller of a tool and its route. */
export interface ToolCaller {
  readonly route: CallRoute;
  /** The name that an agent gives itself. */
  readonly client?: string | undefined;
  /**
   * The question that the editor has already asked about this call. It names the definition, because the window may
   * know an older one than the host.
   */
  readonly confirmed?: EditorQuestion | undefined;
}

/** One call of a tool. */
export interface GuardedCall {
  readonly caller: ToolCaller;
  /** The raw name of the tool; it may become known only when the server runs. */
  readonly tool: () => string;
  /** An agent's name for a tool, by its raw one; the raw one where absent. */
  readonly nameOf?: ((tool: string) => string | undefined) | undefined;
  readonly arguments: unknown;
  /** Present for the next round of a call that asked for input, with the server's state. */
  readonly round?: { readonly state: unknown } | undefined;
  /** The caller opens the pages that an error leads to, and repeats the call (2025-11-25, "Elicitation"). */
  readonly opensPages?: boolean;
  readonly signal: Abortable;
  /** Connects to the server and starts it where needed. */
  readonly connect: () => Promise<SharedConnection>;
  /** A further objection, once the tool is known. */
  readonly objection?: (tool: Tool) => UserError | undefined;
  /** Sends the call. `mayRepeat`: see `RequestOptions`. */
  readonly send: (
    connection: SharedConnection,
    tool: Tool,
    mayRepeat: () => Promise<void>,
  ) => Promise<McpObject>;
}

/** The progress of one call through the guard. */
interface CallState {
  tool: string;
  approval?: Approval | undefined;
  /** The basis of a person's approval, see `basisOf`. */
  agreed?: string | undefined;
  questions: number;
  isRefused: boolean;
  /** The log of the launch that the call reaches. */
  log?: LaunchLog | undefined;
}

/** Questions for one call, because the definition may change while a person answers. */
const mostQuestions = 2;

/**
 * Guards all tool calls to one server, by whichever route they come. It lets allowed calls pass, and records every
 * call.
 */
export class CallGuard {
  readonly #approvals = new ApprovalCache();

  constructor(
    private readonly server: GuardedServer,
    private readonly options: GuardOptions,
  ) {}

  /**
   * Makes a call and returns the server's result unchanged. A refused tool starts no server.
   * @throws UserError `unknownTool` or why the tool is kept (`findTool`), the objection, `callRefused`, `askFirst` where
   * a person has to say yes and nobody is there; or why the call failed.
   */
  async pass(call: GuardedCall): Promise<McpObject> {
    const [time, begun] = [Date.now(), performance.now()];
    const state: CallState = { tool: call.tool(), questions: 0, isRefused: false };
    const record = (outcome: CallOutcome, result?: McpObject): void => {
      const took = Math.round(performance.now() - begun);
      this.#record(call, state, { time, took, outcome }, result);
    };
    let result;
    try {
      result = await this.#make(call, state);
    } catch (error) {
      record(failure(error, call, state));
      throw state.isRefused ? inNamesOf(call, error) : error;
    }
    const kind = kindOf(result);
    const { agreed } = state;
    if (kind === 'asks' && agreed !== undefined) {
      this.#approvals.add({ ...call, tool: state.tool, state: result['requestState'] }, agreed);
    }
    record({ kind }, result);
    return result;
  }

  /** Records a refused call of an unknown tool. */
  refuse(
    call: Pick<GuardedCall, 'caller' | 'arguments' | 'signal'>,
    tool: string,
    error: unknown,
  ): void {
    const state: CallState = { tool, questions: 0, isRefused: true };
    const outcome = failure(error, call, state);
    this.#record(call, state, { time: Date.now(), took: 0, outcome });
  }

  /** Checks the tool before an idle server starts, once it runs, and before the call is sent again. */
  async #make(call: GuardedCall, state: CallState): Promise<McpObject> {
    refusing(state, () => refuseWithheld(this.server, state.tool));
    const connect = async (): Promise<SharedConnection> => {
      const connection = await call.connect();
      state.log = this.server.log ?? state.log;
      return connection;
    };
    let connection = await connect();
    const { round } = call;
    if (round) state.agreed = this.#approvals.take({ ...call, ...round, tool: call.tool() });
    let tool = await this.#passing(call, state);
    // The server may have changed or restarted while a person was asked.
    while (!tool) {
      connection = await connect();
      tool = await this.#passing(call, state);
    }
    return call.send(connection, tool, async () => {
      while (!(await this.#passing(call, state))) continue;
    });
  }

  /**
   * The tool if the call of it may pass now; `undefined` if a person was asked and said yes. A definition that changed
   * meanwhile is asked about again, because the answer was for the former one.
   */
  async #passing(call: GuardedCall, state: CallState): Promise<Tool | undefined> {
    const { caller } = call;
    const tool = refusing(state, () => {
      state.tool = call.tool();
      const found = findTool(this.server, state.tool);
      const wrong = call.objection?.(found);
      if (wrong) throw wrong;
      return found;
    });
    const decision = this.server.factsFor(tool.name);
    const approval = approvalOf(caller, tool, decision);
    state.approval = approval;
    if (approval) return tool;
    const basis = basisOf(decision);
    // A person is shown the value, so that it is what goes to the server.
    if (isObject(call.arguments)) forgetSource(call.arguments);
    if (state.agreed === basis) {
      state.approval = { by: 'person' };
      return tool;
    }
    const answer =
      state.questions < mostQuestions ? await this.#ask(call, tool, decision) : 'nobody';
    state.questions += 1;
    const args = { tool: tool.name, server: this.server.name };
    refusing(state, () => {
      if (answer !== 'yes') throw new UserError(answer === 'no' ? 'callRefused' : 'askFirst', args);
    });
    state.agreed = basis;
    return undefined;
  }

  #ask(
    { caller, arguments: given, signal }: GuardedCall,
    { name }: Tool,
    { rule, isFlagged, definition }: CallFacts,
  ): Promise<ApprovalAnswer> {
    const { annotations } = definition ?? {};
    const held = {
      id: this.server.id,
      tool: name,
      arguments: isObject(given) ? given : {},
      isFlagged,
      ...(annotations && { annotations }),
      ...(rule?.effect === 'ask' && { rule: rule.pattern }),
      ...(caller.route === 'agent' && { client: (caller.client ?? '').slice(0, longestName) }),
      ...(caller.route === 'app' && { isByApp: true }),
    };
    return this.options.approve(held, signalOf(signal));
  }

  #record(
    { caller, arguments: given }: Pick<GuardedCall, 'caller' | 'arguments'>,
    { tool, approval, log = this.server.log }: CallState,
    end: Pick<CallRecord, 'time' | 'took' | 'outcome'>,
    result?: McpObject,
  ): void {
    const { id, name } = this.server;
    this.options.log.add(() => {
      const size = result && { size: jsonSize(result) };
      const about = { server: { id, name }, caller, tool, ...end, ...(approval && { approval }) };
      return recordedCall({ ...about, ...size }, given ?? {}, log);
    });
  }
}

/** The guard of a server handle, for a person's calls or those of `models`. */
export function guardOf(
  handle: ServerHandle,
  models: ToolsForModels | undefined,
  options: GuardOptions,
): CallGuard {
  const server = {
    ...askedServer(handle, models),
    id: handle.id,
    factsFor: (tool: string) => handle.models.factsFor(tool),
    get log() {
      return handle.log;
    },
  };
  return new CallGuard(server, options);
}

function failure(
  error: unknown,
  { signal, opensPages = false }: Pick<GuardedCall, 'signal' | 'opensPages'>,
  { isRefused, log }: CallState,
): CallOutcome {
  if (signal.aborted) return { kind: 'cancelled' };
  const reason = reasonOf(error);
  if (opensPages && reason.args?.['code'] === rpcCodes.urlElicitationRequired) {
    return { kind: 'asks' };
  }
  return { kind: isRefused ? 'refused' : 'failed', reason: log?.clean(reason) ?? reason };
}

/** The end of a call by its result (2026-07-28, "Result types"; 2025-11-25, "Tasks"). */
function kindOf({ isError, resultType, task }: McpObject): 'isError' | 'asks' | 'task' | 'ok' {
  if (resultType === 'input_required') return 'asks';
  if (resultType === 'task' || isObject(task)) return 'task';
  return isError === true ? 'isError' : 'ok';
}

/** The approval that a call already has; `undefined` where a person has to be asked. */
function approvalOf(
  { route, confirmed }: ToolCaller,
  { annotations }: Tool,
  { rule, isFlagged, definition }: CallFacts,
): Approval | undefined {
  if (route === 'person') return { by: 'person' };
  // The editor asks, because the tool is published without a hint of reading. What it allows for good is not enough for
  // a suspicious one.
  if (route === 'chat' && !isFlagged) return { by: 'editor' };
  if (isFlagged || rule?.effect === 'ask') return undefined;
  if (rule?.effect === 'allow') return { by: 'rule', pattern: rule.pattern };
  if (route === 'agent') return { by: 'client' };
  if (confirmed && isAbout(definition, confirmed)) return { by: 'editor' };
  // Models get the hint only of a server that a person believes. An app is the server's own, and gets all hints.
  return annotations?.['readOnlyHint'] === true ? { by: 'hints' } : undefined;
}

/** True if a question was about the present definition, or about no particular one. */
function isAbout(definition: Tool | undefined, { definition: shown }: EditorQuestion): boolean {
  return shown === undefined || (definition !== undefined && canonicalHash(definition) === shown);
}

/** Everything that an approval depends on. */
function basisOf({ rule, isFlagged, definition }: CallFacts): string {
  return canonicalJson([definition && canonicalHash(definition), rule ?? null, isFlagged]);
}

/** A refusal with the caller's names for tools: models know the public ones. */
function inNamesOf({ caller: { route }, nameOf }: GuardedCall, error: unknown): unknown {
  if (route === 'person' || route === 'app') return error;
  return proposing(error, route === 'agent' ? nameOf : publicName);
}

/** Marks errors of a check as our refusal, in contrast to failures of the call. */
function refusing<T>(state: CallState, check: () => T): T {
  state.isRefused = true;
  const passed = check();
  state.isRefused = false;
  return passed;
}

/** Calls that may be between two rounds. */
const mostApprovals = 100;
/** Milliseconds within which the next round has to follow. */
const approvalMs = 600_000;

/** One round of a call that asks for input (2026-07-28, "Multi Round-Trip Requests"). */
interface CallRound {
  readonly caller: ToolCaller;
  readonly tool: string;
  readonly arguments: unknown;
  /** Identifies the call to the server; absent where it needs none. */
  readonly state: unknown;
}

/**
 * Approvals for the next round of the same call; each counts once. A repeat after an error that leads to pages (-32042)
 * is another call. A person is asked about it again, because nothing ties it to the first.
 */
class ApprovalCache {
  readonly #entries = new BoundedMap<string, { readonly basis: string; readonly at: number }>(
    mostApprovals,
  );

  add(round: CallRound, basis: string): void {
    this.#entries.set(keyOf(round), { basis, at: performance.now() });
  }

  /** Returns the basis of the approval and removes it. */
  take(round: CallRound): string | undefined {
    if (this.#entries.size === 0) return undefined;
    const key = keyOf(round);
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    return entry && performance.now() - entry.at < approvalMs ? entry.basis : undefined;
  }
}

function keyOf({ caller: { route, client }, tool, arguments: given, state }: CallRound): string {
  const text = canonicalJson([route, client ?? null, tool, given ?? {}, state ?? null]);
  return createHash('sha256').update(text).digest('base64url');
}
