import { effect, type ReadonlySignal } from '@preact/signals-core';
import type { KeptResult, ReadPart, ResultLimits, ResultPart } from '../../ipc/keptResults';
import { ignoreFailure } from './hostAttachment';
import type { HostLine } from './hostLine';

/** The results that the host keeps for this client, since they are too long for a model. */
export class HostResults {
  constructor(
    private readonly line: () => Promise<HostLine>,
    /** How much models get at once; absent: nothing is kept. */
    private readonly limits?: ReadonlySignal<ResultLimits>,
  ) {}

  /** A part of a result. @throws UserError why there is none, for a model that can ask again. */
  async read(result: string, part: ResultPart, signal?: AbortSignal): Promise<ReadPart> {
    return (await this.line()).send('readResult', { result, part }, signal);
  }

  /** Where a result stands, the newest unless one is named. @throws UserError `unknownResult`, `noResults`. */
  async find(result?: string, signal?: AbortSignal): Promise<KeptResult> {
    return (await this.line()).send('findResult', { result }, signal);
  }

  /** Tells a host the limits, now and whenever they change, until the effect ends. */
  tellLimits(line: HostLine): () => void {
    return effect(() => {
      const limits = this.limits?.value;
      if (limits) line.send('limitResults', limits).catch(ignoreFailure);
    });
  }
}
