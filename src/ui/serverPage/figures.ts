import { lastDays } from '../../base/days';
import { addHistogram, quantile, type Histogram } from '../../base/histogram';
import { daysKept, type Days, type RequestFigures } from '../../ipc/figures';
import { escapeDeceptive } from '../text/untrustedText';
import { t } from './figuresTexts';
import type { PageFigures, RequestRow } from './pageMessages';

/** Sums of the same kind of request, over days. */
class Sum {
  calls = 0;
  errors = 0;
  bytes = 0;
  tokens = 0;
  readonly #times: Histogram = {};

  add({ calls, errors, bytes, tokens, times }: RequestFigures): void {
    this.calls += calls;
    this.errors += errors;
    this.bytes += bytes;
    this.tokens += tokens;
    addHistogram(this.#times, times);
  }

  get all(): Omit<RequestRow, 'method' | 'name'> {
    const { calls, errors, bytes, tokens } = this;
    const [median, p95] = [0.5, 0.95].map((share) => quantile(this.#times, share) ?? 0);
    return { calls, errors, bytes, tokens, median: median ?? 0, p95: p95 ?? 0 };
  }
}

/** The figures of a server as its page shows them: of each kind of request, of each day, and of all. */
export function pageFigures(days: Days, now: number): PageFigures {
  const total = new Sum();
  const requests = new Map<string, Sum>();
  const shown = lastDays(now, daysKept).map((date) => {
    const ofDay = new Sum();
    for (const [request, figures] of Object.entries(days[date]?.requests ?? {})) {
      const sum = requests.get(request) ?? new Sum();
      requests.set(request, sum);
      for (const one of [sum, total, ofDay]) one.add(figures);
    }
    const { calls, errors, tokens } = ofDay;
    return { date, calls, errors, tokens };
  });
  const all = Object.values(days);
  return {
    days: shown,
    rows: Array.from(requests, ([request, sum]) => {
      const [method = '', ...name] = request.split(' ');
      return { method, name: escapeDeceptive(name.join(' ')), ...sum.all };
    }),
    total: total.all,
    restarts: all.reduce((sum, { restarts }) => sum + restarts, 0),
    up: all.reduce((sum, { up }) => sum + up, 0),
  };
}

/** Estimated tokens: "≈ 850", "≈ 12k", "≈ 3.4M". */
export function estimateText(tokens: number): string {
  const rounded = Number(tokens.toPrecision(2));
  if (rounded < 1_000) return t('estimate', { count: rounded });
  if (rounded < 1_000_000) return t('thousands', { count: rounded / 1_000 });
  return t('millions', { count: rounded / 1_000_000 });
}

/** The share of calls that failed: "0 %", "2.5 %". */
export function rateText(errors: number, calls: number): string {
  const percent = calls === 0 ? 0 : (errors / calls) * 100;
  return t('percent', {
    count: percent === 0 || percent >= 10 ? Math.round(percent) : percent.toFixed(1),
  });
}
