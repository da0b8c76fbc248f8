import { readFileSync, writeFileSync } from 'node:fs';
import { reasonOf, type Reason } from '../../base/errors';
import type { Expectation } from '../../config/serverTests';
import type { ReadPart, ResultPart } from '../../ipc/largeResults';
import type { FailedExpectation } from '../../ipc/serverTests';
import type { McpObject } from '../../ipc/state';
import { failedExpectations } from './expectations';
import { previewOf, readableResult, type ResultPreview } from './resultPreview';
import { OpenResult } from './openResult';
import { readPart } from './readPart';
import { draftOf } from './resultFiles';

/** A request to the thread that reads results: stored ones, and those of tests. */
export type ReaderRequest =
  | { readonly kind: 'preview'; readonly file: string }
  | {
      readonly kind: 'read';
      readonly file: string;
      readonly part: ResultPart;
      readonly most: number;
    }
  | { readonly kind: 'compare'; readonly result: McpObject; readonly expect: Expectation };

/** A preview; `draftBytes` is the size of a more readable draft beside the file (`draftOf`), if one was written. */
export interface FilePreview {
  readonly preview: ResultPreview;
  readonly draftBytes?: number;
}

/** The thread's answer. */
export type ReaderAnswer<T = FilePreview | ReadPart | readonly FailedExpectation[]> =
  { readonly value: T } | { readonly failed: Reason };

/** Answers one request after another; the last result stays open. */
export class ReaderThread {
  #last: { readonly file: string; readonly result: OpenResult } | undefined;

  answer(request: ReaderRequest): ReaderAnswer {
    try {
      switch (request.kind) {
        case 'preview':
          return { value: this.#preview(request.file) };
        case 'read':
          return { value: readPart(this.#open(request.file), request.part, request.most) };
        case 'compare':
          return { value: failedExpectations(request.result, request.expect) };
      }
    } catch (error) {
      return { failed: reasonOf(error) };
    }
  }

  #preview(file: string): FilePreview {
    const given = readFileSync(file, 'utf8');
    const result = readableResult(given);
    this.#last = { file, result };
    const preview = previewOf(result);
    if (result.text === given) return { preview };
    writeFileSync(draftOf(file), result.text, { mode: 0o600 });
    return { preview, draftBytes: Buffer.byteLength(result.text) };
  }

  #open(file: string): OpenResult {
    if (this.#last?.file !== file) {
      this.#last = undefined;
      this.#last = { file, result: new OpenResult(readFileSync(file, 'utf8')) };
    }
    return this.#last.result;
  }
}
