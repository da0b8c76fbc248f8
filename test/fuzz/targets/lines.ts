import { LineReader } from '../../../src/base/lines';
import { holds, type Target } from '../target';
import { bytesOf, piecesOf } from './pieces';

/** What {@link LineReader} keeps of each end of a line that is dropped. */
const edge = 1_024;
/** One within two edges of a line, and one beyond. */
const limits = [1_500, 3_000];

/** The framing of stdio: lines are the same however they come, and none is lost. */
export const lines: Target = {
  name: 'lines',
  reads: 'the output of a local server, as lines',
  seeds: [
    '{"jsonrpc":"2.0","id":1,"result":{}}\n',
    'one\r\ntwo\n\n\nthree',
    '\xe2\x82\xac and \xf0\x9f\x98\x80\n',
    `${'x'.repeat(1_600)}\nshort\n${'y'.repeat(4_000)}`,
    `{"jsonrpc":"2.0","id":7,"result":"${'z'.repeat(1_480)}"}\n`,
  ],
  run(input) {
    const bytes = bytesOf(input);
    for (const limit of limits) {
      const whole = told([bytes], limit);
      holds(whole === told(piecesOf(bytes), limit), 'pieces make other lines', () => limit);
      const those = wanted(bytes, limit);
      holds(whole === those, 'lines are not those of the bytes', () => [whole, those]);
    }
  },
  // It reads a text four times, and a line may be one byte.
  patience: { base: 150, each: 8 },
};

function told(pieces: Iterable<Buffer>, limit: number): string {
  let all = '';
  const reader = new LineReader(
    {
      line: (text) => (all += `line ${comparable(text)}\n`),
      skipped: (head, tail) => (all += `skipped ${latin1(head)} … ${latin1(tail)}\n`),
    },
    limit,
  );
  for (const piece of pieces) reader.push(piece);
  reader.end();
  return all;
}

function wanted(bytes: Buffer, limit: number): string {
  const parts = bytes.toString('latin1').split('\n');
  if (parts.at(-1) === '') parts.pop();
  const lines = parts.map((part) =>
    part.length > limit
      ? `skipped ${part.slice(0, edge)} … ${part.slice(-edge)}\n`
      : `line ${comparable(Buffer.from(part.replace(/\r$/, ''), 'latin1').toString())}\n`,
  );
  return lines.join('');
}

/** How many marks stand for bytes that are no text depends on how they come. */
function comparable(text: string): string {
  return text.includes('\uFFFD') ? text.replaceAll(/\uFFFD+/g, '\uFFFD') : text;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
