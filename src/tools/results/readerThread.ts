import { readFileSync, writeFileSync } from 'node:fs';
import { reasonOf, type Reason } from '../../base/errors';
import type { ReadPart, ResultPart } from '../../ipc/largeResults';
import { previewOf, readableResult, type ResultPreview } from './resultPreview';
import { OpenResult } from './openResult';
import { readPart } from './readPart';
import { draftOf } from './resultFiles';

/** A request to the thread that reads stored results. */
export type ReaderRequest =
  | { readonly kind: 'preview'; readonly file: string }
  | {
      readonly kind: 'read';
      readonly file: string;
      readonly part: ResultPart;
      readonly most: number;
    };

/** A preview; `draftBytes` is the size of a more readable draft beside the file (`draftOf`), if one was written. */
export interface FilePreview {
  readonly preview: ResultPreview;
  readonly draftBytes?: number;
}

/** The thread's answer. */
export type ReaderAnswer<T = FilePreview | ReadPart> =
  { readonly value: T } | { readonly failed: Reason };

/** Answers one request after another; the last result stays open. */
export class ReaderThread {
  #last: { readonly file: string; readonly result: OpenResult } | undefined;

  answer(request: ReaderRequest): ReaderAnswer {
    try {
      if (request.kind === 'preview') return { value: this.#preview(request.file) };
      return { value: readPart(this.#open(request.file), request.part, request.most) };
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
