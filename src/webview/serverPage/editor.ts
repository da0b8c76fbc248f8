import * as z from 'zod';
import {
  fromPageSchema,
  toPageSchema,
  type FromPage,
  type ToPage,
} from '../../ui/serverPage/pageMessages';

declare function acquireVsCodeApi(): {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: unknown): void;
};

// The page's policy forbids the code that zod would make for its schemas.
z.config({ jitless: true });

const api = acquireVsCodeApi();

/** Sends a message to the editor. @throws ZodError for a message that it would refuse. */
export function send(message: FromPage): void {
  api.postMessage(fromPageSchema.parse(message));
}

/** Calls `handle` with each message of the editor; anything else is ignored. */
export function onMessage(handle: (message: ToPage) => void): void {
  addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const parsed = toPageSchema.safeParse(data);
    if (parsed.success) handle(parsed.data);
  });
}

/** What VS Code stores for the page: it outlives hiding and a reload of the window. */
export const stored = {
  get: (): unknown => api.getState(),
  set: (state: unknown): void => api.setState(state),
};
