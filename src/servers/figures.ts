import { computed, effect, type ReadonlySignal } from '@preact/signals-core';
import { readFile, stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { dayOf, dayStart } from '../base/days';
import { DelayedWriter } from '../base/delayedWriter';
import type { Disposable } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { EndOfTurn } from '../base/endOfTurn';
import { reasonOf } from '../base/errors';
import { alone } from '../base/fileLock';
import { addHistogram, addValue } from '../base/histogram';
import { isObject, parsedJson } from '../base/json';
import { jsonSize } from '../base/jsonSize';
import { replaceFile } from '../base/privateFile';
import { Sequencer } from '../base/sequencer';
import { estimateTokens } from '../base/tokenEstimate';
import {
  daysKept,
  daysSchema,
  type DayFigures,
  type Days,
  type RequestFigures,
} from '../ipc/figures';
import { isUp } from '../ipc/serverStates';
import type { McpObject, ServerState } from '../ipc/state';
import type { SharedConnection } from './openCalls';
import type { UsedBy } from './toolUsage';

/** Milliseconds in which everything that was counted is written at once. */
const writeDelayMs = 60_000;
/** Different requests of a server on one day; further ones are not counted. */
const mostRequests = 500;
/** Characters of the name of a tool. */
const longestName = 200;
/** Characters of the file, which is read with every write; beyond them the oldest days go. */
const longestFile = 1024 * 1024;

/** Bytes of JSON for a token, on average. */
const bytesOfToken = 3;

/** The methods that are counted; names of tools are a server's own, others may be made up by any client. */
const counted: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** The days of each server, by its key. */
const storedSchema = z.record(z.string(), daysSchema);
type Stored = z.infer<typeof storedSchema>;

/** A request that is over. */
export interface CountedRequest {
  /** The server's name. */
  readonly server: string;
  readonly method: string;
  readonly tool?: string | undefined;
  /** Milliseconds. */
  readonly took: number;
  readonly bytes: number;
  readonly tokens: number;
  /** Its kind; absent where it succeeded. */
  readonly error?: string | undefined;
}

/** The parts of a supervisor whose runs are counted. */
interface RunningServer {
  readonly state: ReadonlySignal<ServerState>;
  readonly restarts: ReadonlySignal<number>;
}

/**
 * Counts finished requests, restarts and the time up of each server by day, for {@link daysKept} days. Counting only
 * changes memory; one file of the data folder has the sums. Hosts of other builds add to it as well, so it is read
 * before it is written.
 */
export class Figures {
  #unwritten: Stored = {};
  /** The day of the last time that was counted, because a date costs as much as all the rest of counting. */
  #latestDay = { from: 0, until: 0, date: '' };
  /** The runs of each server, by its key. */
  readonly #runs = new Map<string, Map<RunningServer, Run>>();
  readonly #requests = new Emitter<CountedRequest>();
  /** Requests that are over and not counted yet. */
  readonly #over = new EndOfTurn();
  readonly #turns = new Sequencer();
  readonly #writer = new DelayedWriter(writeDelayMs, () => this.#turns.run(() => this.#write()));

  /** Fired with every request that is counted. */
  readonly onRequest: Event<CountedRequest> = this.#requests.event;

  constructor(
    private readonly file: string,
    private readonly now = Date.now,
  ) {}

  /** The same connection, counting the requests over it. `masked`: a text without the server's secrets. */
  counting(
    server: UsedBy,
    connection: SharedConnection,
    masked: (text: string) => string,
  ): SharedConnection {
    return {
      ...connection,
      request: (method, params, options) => {
        const answered = connection.request(method, params, options);
        if (!counted.has(method)) return answered;
        const since = performance.now();
        const count = (error: string | undefined, result?: McpObject): void => {
          const [took, time] = [performance.now() - since, this.now()];
          this.#over.add(() => {
            const day = this.#day(keyOf(server), time);
            const isTool = method === 'tools/call';
            const tool = isTool ? masked(String(params['name'])).slice(0, longestName) : undefined;
            const [bytes, tokens] = result ? [jsonSize(result), tokensOf(result)] : [0, 0];
            this.#count(day, { server: server.name, method, tool, took, bytes, tokens, error });
          });
        };
        return answered.then(
          (result) => {
            // A round of a call: the caller goes on with the answers.
            if (result['resultType'] !== 'input_required')
              count(result['isError'] === true ? 'tool_error' : undefined, result);
            return result;
          },
          (error: unknown) => {
            // A request that its caller took back says nothing about the server.
            if (!options?.signal?.aborted) count(errorType(error));
            throw error;
          },
        );
      },
    };
  }

  /** Counts the restarts of a supervisor and the time it is up, once for all handles of a server that use it. */
  follow(server: UsedBy, supervisor: RunningServer): () => void {
    const key = keyOf(server);
    const runs = this.#runs.get(key) ?? new Map<RunningServer, Run>();
    this.#runs.set(key, runs);
    const run =
      runs.get(supervisor) ??
      new Run(supervisor, {
        now: this.now,
        day: (time) => this.#day(key, time),
        changed: () => this.#writer.schedule(),
      });
    runs.set(supervisor, run);
    run.users += 1;
    return () => {
      run.users -= 1;
      if (run.users > 0) return;
      run.dispose();
      runs.delete(supervisor);
      if (runs.size === 0) this.#runs.delete(key);
    };
  }

  /** The days of a server that have figures. */
  of(server: UsedBy): Promise<Days> {
    return this.#turns.run(async () => {
      const key = keyOf(server);
      const { [key]: days = {} } = await this.#read();
      this.#noteNow();
      addDays(days, this.#unwritten[key] ?? {});
      return daysWithout(days, (date) => date < this.#oldest);
    });
  }

  /** Forgets a server's figures. Rejects where the disk refuses. */
  clear(server: UsedBy): Promise<void> {
    return this.#turns.run(() =>
      alone(`${this.file}.lock`, async () => {
        const stored = await this.#read();
        this.#noteNow();
        delete stored[keyOf(server)];
        await replaceFile(this.file, this.#textOf(stored));
        delete this.#unwritten[keyOf(server)];
      }),
    );
  }

  /** Writes everything that is not written yet; resolves when that is over, well or not. */
  flush(): Promise<void> {
    this.#over.flush();
    return this.#writer.flush();
  }

  #count(day: DayFigures, request: CountedRequest): void {
    this.#requests.fire(request);
    const { method, tool, took, bytes, tokens, error } = request;
    const name = tool === undefined ? method : `${method} ${tool}`;
    const figures = requestOf(day, name);
    if (!figures) return;
    figures.calls += 1;
    if (error !== undefined) figures.errors += 1;
    figures.bytes += bytes;
    figures.tokens += tokens;
    addValue(figures.times, took);
    this.#writer.schedule();
  }

  /** The figures of the day of a time that are not written yet. */
  #day(key: string, time: number): DayFigures {
    const { from, until } = this.#latestDay;
    if (time < from || time >= until)
      this.#latestDay = { from: dayStart(time), until: dayStart(time, 1), date: dayOf(time) };
    return dayIn((this.#unwritten[key] ??= {}), this.#latestDay.date);
  }

  #noteNow(): void {
    this.#over.flush();
    for (const runs of this.#runs.values()) for (const run of runs.values()) run.note();
  }

  get #oldest(): string {
    return dayOf(dayStart(this.now(), 1 - daysKept));
  }

  async #write(): Promise<void> {
    this.#noteNow();
    const added = this.#unwritten;
    this.#unwritten = {};
    try {
      await alone(`${this.file}.lock`, async () => {
        const stored = await this.#read();
        addServers(stored, added);
        await replaceFile(this.file, this.#textOf(stored));
      });
    } catch (error) {
      addServers(this.#unwritten, added);
      throw error;
    }
  }

  /** A file that is missing, broken or too long has nothing. */
  async #read(): Promise<Stored> {
    try {
      const { size } = await stat(this.file);
      // A character takes at most four bytes.
      if (size > longestFile * 4) return {};
      return storedSchema.parse(parsedJson(await readFile(this.file, 'utf8')));
    } catch {
      return {};
    }
  }

  #textOf(stored: Stored): string {
    let kept = without(stored, (date) => date < this.#oldest);
    for (;;) {
      const text = JSON.stringify(kept);
      if (text.length <= longestFile) return text;
      const [oldest] = Object.values(kept).flatMap(Object.keys).toSorted();
      kept = without(kept, (date) => date === oldest);
    }
  }
}

/** Where a run is counted. */
interface RunCounts {
  readonly now: () => number;
  /** The figures of the day of a time. */
  readonly day: (time: number) => DayFigures;
  /** Its end or a restart was counted. Time alone is no change, or it would be written again and again. */
  readonly changed: () => void;
}

/** One supervisor of a server, from the first handle that uses it to the last. */
class Run implements Disposable {
  users = 0;
  #since: number | undefined;
  readonly #stops: readonly (() => void)[];

  constructor(
    { state, restarts }: RunningServer,
    private readonly counts: RunCounts,
  ) {
    const isRunning = computed(() => isUp(state.value));
    let before = restarts.peek();
    this.#stops = [
      effect(() => {
        if (!isRunning.value) return undefined;
        this.#since = counts.now();
        return () => {
          this.note();
          this.#since = undefined;
          counts.changed();
        };
      }),
      effect(() => {
        // It counts from zero again when a person starts the server.
        const more = restarts.value - before;
        before = restarts.value;
        if (more <= 0) return;
        counts.day(counts.now()).restarts += more;
        counts.changed();
      }),
    ];
  }

  /** Adds the time that it was up since the last note, to each of its days. */
  note(): void {
    if (this.#since === undefined) return;
    const now = this.counts.now();
    for (let from = this.#since; from < now;) {
      const until = Math.min(now, dayStart(from, 1));
      this.counts.day(from).up += until - from;
      from = until;
    }
    this.#since = now;
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
  }
}

/** Estimated tokens of a result for a model: images and sounds are no text, and each model counts them in its own way. */
function tokensOf(result: McpObject): number {
  const { content, contents, messages, structuredContent } = result;
  const said = listOf(messages).map((message) => message['content']);
  const blocks = [content, contents, ...said].flatMap(listOf);
  // Models get it only where the content says nothing.
  if (blocks.length === 0 && structuredContent !== undefined)
    return Math.round(jsonSize(structuredContent) / bytesOfToken);
  const texts = blocks.map(({ text, resource }) => (isObject(resource) ? resource['text'] : text));
  return estimateTokens(texts.filter((text) => typeof text === 'string'));
}

function listOf(value: unknown): readonly McpObject[] {
  return (Array.isArray(value) ? value : [value]).filter(isObject);
}

/** The code of a server's error, or that of our reason. */
function errorType(error: unknown): string {
  const { code, args } = reasonOf(error);
  return code === 'serverError' ? String(args?.['code']) : code;
}

function keyOf({ name, file }: UsedBy): string {
  return JSON.stringify([name, file]);
}

function dayIn(days: Days, date: string): DayFigures {
  return (days[date] ??= { up: 0, restarts: 0, requests: {} });
}

/** The figures of a request; `undefined` where there are too many others. */
function requestOf({ requests }: DayFigures, request: string): RequestFigures | undefined {
  const known = requests[request];
  if (known || Object.keys(requests).length >= mostRequests) return known;
  return (requests[request] = { calls: 0, errors: 0, bytes: 0, tokens: 0, times: {} });
}

function addServers(to: Stored, from: Stored): void {
  for (const [key, days] of Object.entries(from)) addDays((to[key] ??= {}), days);
}

function addDays(to: Days, from: Days): void {
  for (const [date, { up, restarts, requests }] of Object.entries(from)) {
    const day = dayIn(to, date);
    day.up += up;
    day.restarts += restarts;
    for (const [request, { calls, errors, bytes, tokens, times }] of Object.entries(requests)) {
      const figures = requestOf(day, request);
      if (!figures) continue;
      figures.calls += calls;
      figures.errors += errors;
      figures.bytes += bytes;
      figures.tokens += tokens;
      addHistogram(figures.times, times);
    }
  }
}

function daysWithout(days: Days, goes: (date: string) => boolean): Days {
  return Object.fromEntries(Object.entries(days).filter(([date]) => !goes(date)));
}

function without(stored: Stored, goes: (date: string) => boolean): Stored {
  const servers = Object.entries(stored).map(
    ([key, days]) => [key, daysWithout(days, goes)] as const,
  );
  return Object.fromEntries(servers.filter(([, days]) => Object.keys(days).length > 0));
}
