// @ts-check
const { appendFileSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');

/** Milliseconds between two lines. */
const interval = 250;

/**
 * Notes how responsive the process of the extensions is, in the file that ROUNDHOUSE_GAUGE names (JSON lines): the
 * longest that its event loop stood still since the line before, in milliseconds, and its memory in bytes.
 * @returns {{ dispose(): void }}
 */
function gauge() {
  const file = process.env['ROUNDHOUSE_GAUGE'];
  if (!file) return { dispose: () => undefined };
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const timer = setInterval(() => {
    const { rss, heapUsed } = process.memoryUsage();
    const line = { at: Date.now(), stood: delay.max / 1e6, rss, heapUsed };
    delay.reset();
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  }, interval);
  return { dispose: () => clearInterval(timer) };
}

module.exports = { gauge };
