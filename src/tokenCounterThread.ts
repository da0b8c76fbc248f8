import { parentPort } from 'node:worker_threads';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { TokenAnswer, TokenRequest } from './client/policy/tokenCounter';

/** Characters to count at once, because the time of one word grows with the square of its length. */
const maxChunkLength = 2_000;

/** Servers' texts contain no special tokens, even if they look like some. */
const plainText = { disallowedSpecial: new Set<string>() };

/** Counts the tokens of each text in a worker thread. */
parentPort?.on('message', ({ id, texts }: TokenRequest) => {
  const answer: TokenAnswer = { id, counts: texts.map(count) };
  parentPort?.postMessage(answer);
});

function count(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at += maxChunkLength) {
    tokens += countTokens(text.slice(at, at + maxChunkLength), plainText);
  }
  return tokens;
}
