/** One request as the scripted model saw it, and what it answered; written by the extension in ../demoModel. */
export interface ModelRequest {
  /** The names of the tools it could call. */
  tools: string[];
  messages: { role: 'user' | 'other'; parts: ModelPart[] }[];
  answer: ModelPart;
}

type ModelPart =
  | { kind: 'text'; text: string }
  | { kind: 'call'; tool: string; input: unknown }
  | { kind: 'result'; text: string };
