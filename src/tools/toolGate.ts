import { reasonOf, UserError } from '../base/errors';
import { canonicalJson, isObject, jsonSize } from '../base/json';
import { publicName } from '../base/publicNames';
import { rpcCodes } from '../protocol/jsonRpc';
import type {
  Approval,
  CallOutcome,
  CallRecord,
  CallRoute,
  EditorQuestion,
  HeldCall,
} from '../ipc/calls';
import { canonicalHash } from '../ipc/canonicalHash';
import type { McpObject, Tool } from '../ipc/state';
import type { CallLog } from './approval/auditLog';
import type { ToolDecision } from '../servers/modelCatalog';
import type { SharedConnection } from '../servers/openCalls';
import { KeptYes } from './keptYes';
import { proposing } from './nearest';
import { longestName, recordedCall, type LaunchLog } from './recordedCall';
import { findTool, refuseKept, type AskedServer } from './lookup';

/** A server whose tools are called. */
export interface GatedServer extends AskedServer {
  readonly id: string;
  /** What is to be known before a call of it, by its raw name. */
  decisionFor(tool: string): ToolDecision;
  /** Knows the secrets of its launch; absent while it has none. */
  readonly log: LaunchLog | undefined;
}

/** What a gate needs of the client that the server belongs to. */
export interface GatePorts {
  readonly log: CallLog;
  /** Asks its person. */
  approve(call: HeldCall, signal: AbortSignal): Promise<'yes' | 'no' | 'nobody'>;
}

/** Who calls, and by which way. */
export interface ToolCaller {
  readonly route: CallRoute;
  /** What an agent calls itself. */
  readonly client?: string | undefined;
  /** What the editor was given a question about for this call. */
  readonly confirmed?: EditorQuestion | undefined;
}

/** A call as it comes to the gate. */
export interface GatedCall {
  readonly caller: ToolCaller;
  /** The raw name of the tool, as it is known by now. */
  readonly tool: () => string;
  /** The name by which an agent knows a tool, by its raw one; as the server has it unless given. */
  readonly nameOf?: ((tool: string) => string | undefined) | undefined;
  readonly arguments: unknown;
  /** It is the next round of a call that asked for input: what the server gave that one, if anything. */
  readonly round?: { readonly state: unknown } | undefined;
  /** Whoever calls opens the pages that an error leads to, and makes the call again (2025-11-25, "Elicitation"). */
  readonly opensPages?: boolean;
  readonly signal: AbortSignal;
  /** A connection to the server, which is started where needed. */
  readonly connect: () => Promise<SharedConnection>;
  /** What else speaks against it; asked once the tool is known. */
  readonly objection?: (tool: Tool) => UserError | undefined;
  /** Sends it. `mayRepeat`: see `RequestOptions`. */
  readonly send: (
    connection: SharedConnection,
    tool: Tool,
    mayRepeat: () => Promise<void>,
  ) => Promise<McpObject>;
}

/** How far a call has come. */
interface Passage {
  tool: string;
  approval?: Approval | undefined;
  /** To what a person has said yes. */
  agreed?: string | undefined;
  questions: number;
  isRefused: boolean;
  /** Of the launch that it comes to. */
  log?: LaunchLog | undefined;
}

/** Questions for one call: its definition may be another one by the time a person has answered. */
const mostQuestions = 2;

/** The one way of every call of a tool to its server: nothing passes that is not allowed, and all is recorded. */
export class ToolGate {
  readonly #kept = new KeptYes();

  constructor(
    private readonly server: GatedServer,
    private readonly ports: GatePorts,
  ) {}

  /**
   * Makes a call, and gives the server's result as it came. A tool that is kept from who asks starts nothing.
   * @throws UserError `unknownTool` or why it is kept (`findTool`), the objection, `callRefused`, `askFirst` where a
   * person has to say yes and nobody is there; or why the call failed.
   */
  async pass(call: GatedCall): Promise<McpObject> {
    const [time, begun] = [Date.now(), performance.now()];
    const passage: Passage = { tool: call.tool(), questions: 0, isRefused: false };
    const record = (outcome: CallOutcome, result?: McpObject): void => {
      const took = Math.round(performance.now() - begun);
      this.#record(call, passage, {
        time,
        took,
        outcome,
        ...(result && { size: jsonSize(result) }),
      });
    };
    let result;
    try {
      result = await this.#make(call, passage);
    } catch (error) {
      record(failure(error, call, passage));
      throw passage.isRefused ? inNamesOf(call, error) : error;
    }
    const kind = kindOf(result);
    const { agreed } = passage;
    if (kind === 'asks' && agreed !== undefined) {
      this.#kept.keep({ ...call, tool: passage.tool, state: result['requestState'] }, agreed);
    }
    record({ kind }, result);
    return result;
  }

  /** Records a call of something that is no tool here. */
  refuse(
    call: Pick<GatedCall, 'caller' | 'arguments' | 'signal'>,
    tool: string,
    error: unknown,
  ): void {
    const passage: Passage = { tool, questions: 0, isRefused: true };
    const outcome = failure(error, call, passage);
    this.#record(call, passage, { time: Date.now(), took: 0, outcome });
  }

  async #make(call: GatedCall, passage: Passage): Promise<McpObject> {
    refusing(passage, () => refuseKept(this.server, passage.tool));
    const connect = async (): Promise<SharedConnection> => {
      const connection = await call.connect();
      passage.log = this.server.log ?? passage.log;
      return connection;
    };
    let connection = await connect();
    const { round } = call;
    if (round) passage.agreed = this.#kept.take({ ...call, ...round, tool: call.tool() });
    const admit = async (): Promise<boolean> => this.#asks(call, passage);
    // Much may have happened while a person was asked.
    while (await admit()) connection = await connect();
    return call.send(connection, findTool(this.server, passage.tool), async () => {
      while (await admit()) continue;
    });
  }

  /** False where the call may pass as all stands now; true where a person had to be asked first, and said yes. */
  async #asks(call: GatedCall, passage: Passage): Promise<boolean> {
    const { caller } = call;
    const tool = refusing(passage, () => {
      passage.tool = call.tool();
      const found = findTool(this.server, passage.tool);
      const wrong = call.objection?.(found);
      if (wrong) throw wrong;
      return found;
    });
    const standing = this.server.decisionFor(tool.name);
    const approval = approvalOf(caller, tool, standing);
    passage.approval = approval;
    if (approval) return false;
    const basis = basisOf(standing);
    if (passage.agreed === basis) {
      passage.approval = { by: 'person' };
      return false;
    }
    const answer =
      passage.questions < mostQuestions ? await this.#ask(call, tool, standing) : 'nobody';
    passage.questions += 1;
    const args = { tool: tool.name, server: this.server.name };
    refusing(passage, () => {
      if (answer !== 'yes') throw new UserError(answer === 'no' ? 'callRefused' : 'askFirst', args);
    });
    passage.agreed = basis;
    return true;
  }

  #ask(
    { caller, arguments: given, signal }: GatedCall,
    { name }: Tool,
    { rule, isFlagged, definition }: ToolDecision,
  ): Promise<'yes' | 'no' | 'nobody'> {
    const { annotations } = definition ?? {};
    const held = {
      id: this.server.id,
      tool: name,
      arguments: isObject(given) ? given : {},
      isFlagged,
      ...(annotations && { annotations }),
      ...(rule?.effect === 'ask' && { rule: rule.pattern }),
      ...(caller.route === 'agent' && { client: (caller.client ?? '').slice(0, longestName) }),
    };
    return this.ports.approve(held, signal);
  }

  #record(
    { caller, arguments: given }: Pick<GatedCall, 'caller' | 'arguments'>,
    { tool, approval, log = this.server.log }: Passage,
    told: Pick<CallRecord, 'time' | 'took' | 'outcome' | 'size'>,
  ): void {
    const { id, name } = this.server;
    const about = { server: { id, name }, caller, tool, ...told, ...(approval && { approval }) };
    this.ports.log.add(recordedCall(about, given ?? {}, log));
  }
}

function failure(
  error: unknown,
  { signal, opensPages = false }: Pick<GatedCall, 'signal' | 'opensPages'>,
  { isRefused, log }: Passage,
): CallOutcome {
  if (signal.aborted) return { kind: 'cancelled' };
  const reason = reasonOf(error);
  if (opensPages && reason.args?.['code'] === rpcCodes.urlElicitationRequired)
    return { kind: 'asks' };
  return { kind: isRefused ? 'refused' : 'failed', reason: log?.clean(reason) ?? reason };
}

/** How a result ends a call (2026-07-28, "Result types"; 2025-11-25, "Tasks"). */
function kindOf({ isError, resultType, task }: McpObject): 'isError' | 'asks' | 'task' | 'ok' {
  if (resultType === 'input_required') return 'asks';
  if (resultType === 'task' || isObject(task)) return 'task';
  return isError === true ? 'isError' : 'ok';
}

/** Who lets a call pass as it stands; `undefined`: a person has to be asked. */
function approvalOf(
  { route, confirmed }: ToolCaller,
  { annotations }: Tool,
  { rule, isFlagged, definition }: ToolDecision,
): Approval | undefined {
  if (route === 'person') return { by: 'person' };
  // It is published so that the editor asks.
  if (route === 'chat') return { by: 'editor' };
  if (isFlagged || rule?.effect === 'ask') return undefined;
  if (rule?.effect === 'allow') return { by: 'rule', pattern: rule.pattern };
  if (route === 'agent') return { by: 'client' };
  if (confirmed && isOf(definition, confirmed)) return { by: 'editor' };
  // Models get it only of a server that a person believes.
  return annotations?.['readOnlyHint'] === true ? { by: 'hints' } : undefined;
}

/** Whether a question was about the definition as it is now, or about any. */
function isOf(definition: Tool | undefined, { definition: shown }: EditorQuestion): boolean {
  return shown === undefined || (definition !== undefined && canonicalHash(definition) === shown);
}

/** What a yes is about. */
function basisOf({ rule, isFlagged, definition }: ToolDecision): string {
  return canonicalJson([definition && canonicalHash(definition), rule ?? null, isFlagged]);
}

/** A refusal with the names that whoever called has for tools: models know the public ones. */
function inNamesOf({ caller: { route }, nameOf }: GatedCall, error: unknown): unknown {
  if (route === 'person') return error;
  return proposing(error, route === 'agent' ? nameOf : publicName);
}

/** What is thrown in it is our refusal and no failure of the call. */
function refusing<T>(passage: Passage, check: () => T): T {
  passage.isRefused = true;
  const passed = check();
  passage.isRefused = false;
  return passed;
}
