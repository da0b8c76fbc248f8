import type { ServerRequest } from '../../../src/ipc/serverRequest';
import type { McpObject } from '../../../src/ipc/state';
import type { LogLevel } from '../../../src/ipc/requests';

/** How a single request is sent. */
export interface UseOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: McpObject) => void;
}

/** What a server offers, by name. */
export interface Offer {
  readonly tools: readonly McpObject[];
  readonly prompts: readonly McpObject[];
  readonly resources: readonly McpObject[];
  readonly templates: readonly McpObject[];
}

/** Somebody who uses one MCP server, whatever lies in between. */
export interface McpUser extends AsyncDisposable {
  /** Everything that was asked and told so far. */
  readonly person: Person;
  /** The result as it came. @throws what the client of this route throws. */
  request(method: string, params: McpObject, options?: UseOptions): Promise<McpObject>;
  list(): Promise<Offer>;
  /** Wants to be told of changes of a resource. */
  watch(uri: string): Promise<void>;
  logFrom(level: LogLevel): Promise<void>;
  /** Other folders from now on, of which the server is told. */
  moveTo(uri: string): Promise<void>;
}

/** What the client of a test says it can do. */
export const capabilities = {
  roots: { listChanged: true },
  sampling: {},
  elicitation: { form: {}, url: {} },
} as const;

/** Who answers questions in a test, and remembers what was asked and told. */
export class Person {
  readonly asked: ServerRequest[] = [];
  readonly told: { readonly method: string; readonly params: McpObject }[] = [];
  root = 'file:///work/first';
  /** How forms and pages are answered. */
  elicitation: McpObject = { action: 'accept', content: { name: 'Ada', interpretation: 'snake' } };

  answer(question: ServerRequest): McpObject {
    this.asked.push(question);
    switch (question.method) {
      case 'roots/list':
        return { roots: [{ uri: this.root, name: 'root' }] };
      case 'sampling/createMessage':
        return {
          role: 'assistant',
          model: 'scripted',
          stopReason: 'endTurn',
          content: { type: 'text', text: 'A scripted answer.' },
        };
      case 'elicitation/create':
        return question.params['mode'] === 'url' && this.elicitation['action'] === 'accept'
          ? { action: 'accept' }
          : this.elicitation;
    }
  }

  hear(method: string, params: McpObject = {}): void {
    this.told.push({ method, params });
  }

  /** The params of what was told by this method. */
  toldBy(method: string): McpObject[] {
    return this.told.filter((one) => one.method === method).map(({ params }) => params);
  }
}
