import { randomUUID } from 'node:crypto';
import { DelayedWriter } from '../base/delayedWriter';
import { reasonOf, UserError, type Reason } from '../base/errors';
import { isSuccess } from '../connection/transports/http/httpResponse';
import { lazyFetchFor } from '../connection/transports/http/lazyFetch';
import { isHttpUrl } from '../network/urlOf';
import type { CountedRequest } from '../servers/figures';

/** Milliseconds in which everything that was counted is sent at once. */
const sendDelayMs = 10_000;
/** Milliseconds for a collector to answer. */
const sendTimeoutMs = 5_000;
/** Different series; further ones are not exported. */
const mostSeries = 2_000;
/** Bounds of the histogram in seconds, as the conventions for MCP advise. */
const bounds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/** The counts of equal requests since the export began. */
interface Series {
  readonly attributes: readonly Attribute[];
  count: number;
  /** Seconds. */
  sum: number;
  bytes: number;
  tokens: number;
  readonly buckets: number[];
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue: string };
}

/**
 * Sends counts of finished requests to the collector that a person has set, by OTLP over HTTP as JSON: names, times,
 * sizes and kinds of errors. Counts nothing without one. It sends a while after something was counted, and never else.
 */
export class MetricsExport {
  #endpoint = '';
  /** Where metrics are posted; absent while they are not. */
  #url: URL | undefined;
  #begun = 0;
  #failure: Reason | undefined;
  readonly #series = new Map<string, Series>();
  readonly #writer: DelayedWriter;
  /** Tells the hosts of one person apart, because each counts for itself. */
  readonly #instance = randomUUID();

  constructor(
    private readonly build: string,
    /** Called when {@link state} has changed. */
    private readonly onChanged: () => void,
    delayMs = sendDelayMs,
  ) {
    this.#writer = new DelayedWriter(delayMs, () => this.#send());
  }

  /** The collector's base address, as OTEL_EXPORTER_OTLP_ENDPOINT has it; empty: none. Another one begins from zero. */
  set endpoint(endpoint: string) {
    if (endpoint === this.#endpoint) return;
    this.#endpoint = endpoint;
    this.#begun = Date.now();
    this.#series.clear();
    this.#url = isHttpUrl(endpoint) ? metricsUrl(endpoint) : undefined;
    const isUsable = endpoint === '' || this.#url;
    this.#failure = isUsable ? undefined : { code: 'exportAddressInvalid' };
    this.onChanged();
  }

  /** Where it sends to, and why it could not last; absent where nothing is to be sent. */
  get state(): { readonly address: string; readonly failure?: Reason | undefined } | undefined {
    if (this.#endpoint === '') return undefined;
    // The rest of the address may hold a key.
    return { address: this.#url?.origin ?? '', failure: this.#failure };
  }

  add(request: CountedRequest): void {
    if (!this.#url) return;
    const series = this.#seriesOf(request);
    if (!series) return;
    const seconds = request.took / 1_000;
    series.count += 1;
    series.sum += seconds;
    series.bytes += request.bytes;
    series.tokens += request.tokens;
    const bucket = bounds.findIndex((bound) => seconds <= bound);
    const at = bucket < 0 ? bounds.length : bucket;
    series.buckets[at] = (series.buckets[at] ?? 0) + 1;
    this.#writer.schedule();
  }

  /** Sends everything that is not sent yet; resolves when that is over, well or not. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  #seriesOf({ server, method, tool, error }: CountedRequest): Series | undefined {
    const key = JSON.stringify([server, method, tool, error]);
    const known = this.#series.get(key);
    if (known || this.#series.size >= mostSeries) return known;
    const attributes = attributesOf({
      'mcp_roundhouse.server.name': server,
      'mcp.method.name': method,
      'gen_ai.tool.name': tool,
      'error.type': error,
    });
    const buckets = Array<number>(bounds.length + 1).fill(0);
    const series = { attributes, count: 0, sum: 0, bytes: 0, tokens: 0, buckets };
    this.#series.set(key, series);
    return series;
  }

  async #send(): Promise<void> {
    const url = this.#url;
    if (!url) return;
    const failure = await this.#post(url).catch((error: unknown): Reason => ({
      code: 'exportFailed',
      args: { address: url.origin },
      cause: reasonOf(error),
    }));
    if (url !== this.#url) return;
    const before = this.#failure;
    this.#failure = failure;
    if (before || failure) this.onChanged();
    if (failure) throw UserError.from(failure);
  }

  async #post(url: URL): Promise<undefined> {
    const response = await lazyFetchFor({ url: url.href })(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(this.#body()),
      signal: AbortSignal.timeout(sendTimeoutMs),
    });
    response.body.destroy();
    const { status } = response;
    if (!isSuccess(response)) throw new UserError('httpError', { url: url.origin, status });
  }

  /** An `ExportMetricsServiceRequest`: counts since the export began, as every collector takes them. */
  #body() {
    const time = {
      startTimeUnixNano: nanoseconds(this.#begun),
      timeUnixNano: nanoseconds(Date.now()),
    };
    const all = [...this.#series.values()];
    const durations = all.map(({ attributes, count, sum, buckets }) => ({
      ...time,
      attributes,
      count: String(count),
      sum,
      bucketCounts: buckets.map(String),
      explicitBounds: bounds,
    }));
    const sums = (of: 'bytes' | 'tokens') => ({
      aggregationTemporality: cumulative,
      isMonotonic: true,
      dataPoints: all.map((series) => ({
        ...time,
        attributes: series.attributes,
        asInt: String(series[of]),
      })),
    });
    const metrics = [
      {
        name: 'mcp.client.operation.duration',
        unit: 's',
        histogram: { aggregationTemporality: cumulative, dataPoints: durations },
      },
      { name: 'mcp_roundhouse.result.size', unit: 'By', sum: sums('bytes') },
      { name: 'mcp_roundhouse.result.tokens', unit: '{token}', sum: sums('tokens') },
    ];
    const resource = attributesOf({
      'service.name': 'mcp-roundhouse',
      'service.version': this.build,
      'service.instance.id': this.#instance,
    });
    return {
      resourceMetrics: [
        {
          resource: { attributes: resource },
          scopeMetrics: [{ scope: { name: 'mcp-roundhouse' }, metrics }],
        },
      ],
    };
  }
}

/** The path for metrics below a base address. */
function metricsUrl(endpoint: string): URL {
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/metrics`;
  return url;
}

/** `AGGREGATION_TEMPORALITY_CUMULATIVE`. */
const cumulative = 2;

function attributesOf(values: Readonly<Record<string, string | undefined>>): Attribute[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: { stringValue: value } }],
  );
}

function nanoseconds(milliseconds: number): string {
  return String(BigInt(milliseconds) * 1_000_000n);
}
