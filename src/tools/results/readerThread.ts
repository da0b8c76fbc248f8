import { readFileSync, writeFileSync } from 'node:fs';
import { reasonOf, type Reason } from '../../base/errors';
import type { ReadPart, ResultPart } from '../../ipc/largeResults';
import { previewOf, readableResult, type ResultPreview } from './resultPreview';
import { OpenResult } from './openResult';
import { readPart } from './readPart';
import { draftOf } from './resultFiles';

/** A request to the thread that reads stored results. */
export type ReaderRequest =
  /** A first look, which may write a more readable draft beside the file (`draftOf`). */
  | { readonly kind: 'look'; readonly file: string }
  | {
      readonly kind: 'read';
      readonly file: string;
      readonly part: ResultPart;
      readonly most: number;
    };

/** The thread's answer; `bytes` is the size of the draft, if any. */
export type ReaderAnswer =
  | { readonly kind: 'looked'; readonly facts: ResultPreview; readonly bytes?: number }
  | { readonly kind: 'read'; readonly part: ReadPart }
  | { readonly kind: 'failed'; readonly reason: Reason };

/** Answers one request after another; the last result stays open. */
export class ReaderThread {
  #last: { readonly file: string; readonly result: OpenResult } | undefined;

  answer(question: ReaderRequest): ReaderAnswer {
    try {
      return question.kind === 'look'
        ? this.#look(question.file)
        : { kind: 'read', part: readPart(this.#open(question.file), question.part, question.most) };
    } catch (error) {
      return { kind: 'failed', reason: reasonOf(error) };
    }
  }

  #look(file: string): ReaderAnswer {
    const given = readFileSync(file, 'utf8');
    const result = readableResult(given);
    this.#last = { file, result };
    const facts = previewOf(result);
    if (result.text === given) return { kind: 'looked', facts };
    writeFileSync(draftOf(file), result.text, { mode: 0o600 });
    return { kind: 'looked', facts, bytes: Buffer.byteLength(result.text) };
  }

  #open(file: string): OpenResult {
    if (this.#last?.file !== file) {
      this.#last = undefined;
      this.#last = { file, result: new OpenResult(readFileSync(file, 'utf8')) };
    }
    return this.#last.result;
  }
}
