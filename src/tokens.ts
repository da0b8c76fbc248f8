import { parentPort } from 'node:worker_threads';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { TokenAnswer, TokenRequest } from './client/policy/tokenCounter';

/** Characters that are counted at once: a single word of a length costs the square of that. */
const most = 2_000;

/** What a server writes is text, also where a model would take it for one of its own signs. */
const plain = { disallowedSpecial: new Set<string>() };

/** The worker that counts: as many figures as there are texts, and one that counts itself for each cut. */
parentPort?.on('message', ({ id, texts }: TokenRequest) => {
  const answer: TokenAnswer = { id, counts: texts.map(count) };
  parentPort?.postMessage(answer);
});

function count(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at += most) {
    tokens += countTokens(text.slice(at, at + most), plain);
  }
  return tokens;
}
