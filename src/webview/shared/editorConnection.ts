import * as z from 'zod/mini';
import { showWithNextFrame } from './renderPage';

declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** A page's side of its messages. A page has one, because VS Code gives its API once. */
export interface EditorConnection<ToPage, FromPage> {
  /** Sends a message to the editor. @throws $ZodError for a message that it would refuse. */
  readonly send: (message: FromPage) => void;
  /**
   * Calls `handle` with each message of the editor, whose changes are shown with the next frame.
   * Anything else is ignored, above all messages of apps.
   */
  readonly onMessage: (handle: (message: ToPage) => void) => void;
  /** What VS Code stores for the page: it outlives hiding and a reload of the window. */
  readonly stored: { get(): unknown; set(state: unknown): void };
}

/** Connects a page with the editor. Both sides check messages by the same schemas. */
export function connectEditor<ToPage, FromPage>(
  toPage: z.ZodMiniType<ToPage>,
  fromPage: z.ZodMiniType<FromPage>,
): EditorConnection<ToPage, FromPage> {
  // The page's policy forbids the code that zod would make for its schemas.
  z.config({ jitless: true });
  const api = acquireVsCodeApi();
  return {
    send: (message) => api.postMessage(fromPage.parse(message)),
    onMessage: (handle) =>
      addEventListener('message', ({ data, origin: sender }: MessageEvent<unknown>) => {
        // VS Code sends from the page's own origin; the frame of an app has none.
        if (sender !== origin) return;
        const parsed = toPage.safeParse(data);
        if (parsed.success) showWithNextFrame(() => handle(parsed.data));
      }),
    stored: { get: () => api.getState(), set: (state) => api.setState(state) },
  };
}
