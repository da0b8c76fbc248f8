import { Worker } from 'node:worker_threads';

/** Seconds after which an input counts as one that never ends. */
const patience = 60;
/** Characters of an input that the watch remembers. */
const longest = 1_000_000;

/** Notes which input is being run. */
export interface HangWatch {
  /** The latest. */
  readonly input: string;
  begin(this: void, input: string): void;
  end(): void;
}

// It is a text because the tests' sources are no modules that Node could load.
const thread = `
const { workerData: { shared, patience, file } } = require('node:worker_threads');
const { writeFileSync } = require('node:fs');
const [numbers, text] = [new Int32Array(shared, 0, 2), new Uint16Array(shared, 8)];
let [last, seconds] = [-1, 0];
setInterval(() => {
  seconds = numbers[0] === last ? seconds + 1 : 0;
  last = numbers[0];
  if (seconds < patience) return;
  let input = '';
  for (let at = 0; at < numbers[1]; at++) input += String.fromCharCode(text[at]);
  writeFileSync(file, JSON.stringify(input));
  writeFileSync(2, 'An input takes more than ' + patience + ' s: ' + file + '\\n');
  process.kill(process.pid, 'SIGKILL');
}, 1000);
`;

/**
 * Ends the process, which it keeps alive, where one input keeps it for a minute, and writes the input to this file:
 * of an endless loop only another thread can still tell what began it.
 */
export function watchHangs(file: string): HangWatch {
  const shared = new SharedArrayBuffer(8 + 2 * longest);
  const [numbers, text] = [new Int32Array(shared, 0, 2), new Uint16Array(shared, 8)];
  const worker = new Worker(thread, { eval: true, workerData: { shared, patience, file } });
  let latest = '';
  return {
    get input() {
      return latest;
    },
    begin(input) {
      latest = input;
      const length = Math.min(input.length, longest);
      for (let at = 0; at < length; at++) text[at] = input.charCodeAt(at);
      numbers[1] = length;
      numbers[0] = (numbers[0] ?? 0) + 1;
    },
    end: () => void worker.terminate(),
  };
}
