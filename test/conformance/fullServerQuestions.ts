import { randomBytes } from 'node:crypto';
import {
  acceptedContent,
  createRequestStateCodec,
  fromJsonSchema,
  inputRequired,
  inputResponse,
  type CallToolResult,
  type InputRequest,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { declaredBy, text } from './fullServerTools';

type Run = (ctx: ServerContext) => Promise<CallToolResult | InputRequiredResult>;

/** State that the client carries from round to round. */
export const stateCodec = createRequestStateCodec<{ readonly step: number }>({
  key: randomBytes(32),
});

/** A form to be filled in. */
export function form(
  message: string,
  properties: object,
  required: readonly string[] = [],
): InputRequest {
  const requestedSchema = { type: 'object', properties, required };
  return inputRequired.elicit({ mode: 'form', message, requestedSchema } as never);
}

function ask(question: string): InputRequest {
  const content = { type: 'text', text: question } as const;
  return inputRequired.createMessage({ messages: [{ role: 'user', content }], maxTokens: 100 });
}

/** Asks for a name. */
export const nameForm = form('What is your name?', { name: { type: 'string' } }, ['name']);

const defaults = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};

const options = ['option1', 'option2', 'option3'];
const titled = ['First', 'Second', 'Third'].map((title, at) => ({
  const: `value${at + 1}`,
  title: `${title} Option`,
}));
const enums = {
  untitledSingle: { type: 'string', enum: options },
  titledSingle: { type: 'string', oneOf: titled },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
  titledMulti: { type: 'array', items: { anyOf: titled } },
};

/** A tool that asks once, under these keys, and says what it was answered. */
export function once(
  inputRequests: Readonly<Record<string, InputRequest>>,
  withState = false,
): Run {
  return async ({ mcpReq }) => {
    const { inputResponses } = mcpReq;
    const missing = Object.keys(inputRequests).some(
      (key) => inputResponse(inputResponses, key).kind === 'missing',
    );
    if (!missing) return text(`state-ok ${JSON.stringify(inputResponses)}`);
    if (!withState) return inputRequired({ inputRequests });
    const requestState = await stateCodec.mint({ step: 1 });
    return inputRequired({ inputRequests, requestState });
  };
}

const multiRound: Run = async ({ mcpReq }) => {
  const step = mcpReq.requestState<{ step: number }>()?.step ?? 0;
  if (step >= 2) return text('after two rounds');
  const questions = [
    { step1: form('Step 1: What is your name?', { name: { type: 'string' } }) },
    { step2: form('Step 2: What is your favorite color?', { color: { type: 'string' } }) },
  ];
  const requestState = await stateCodec.mint({ step: step + 1 });
  return inputRequired({ inputRequests: questions[step] as never, requestState });
};

/** Asks only what the client has declared. */
const asDeclared: Run = async (ctx) => {
  const declared = declaredBy(ctx);
  return once({
    ...(declared.sampling && { greeting: ask('Generate a greeting') }),
    ...(declared.elicitation && { user_name: nameForm }),
  })(ctx);
};

const confirm = { confirm: form('Please confirm', { ok: { type: 'boolean' } }, ['ok']) };
const roots = { client_roots: inputRequired.listRoots() };

/** Tools without arguments, by name. */
const tools: Readonly<Record<string, Run>> = {
  test_elicitation_sep1034_defaults: once({ form: form('Defaults', defaults) }),
  test_elicitation_sep1330_enums: once({ form: form('Enums', enums) }),
  test_input_required_result_elicitation: once({ user_name: nameForm }),
  test_streaming_elicitation: once({ user_name: nameForm }),
  test_input_required_result_sampling: once({
    capital_question: ask('What is the capital of France?'),
  }),
  test_missing_capability: once({ greeting: ask('Generate a greeting') }),
  test_input_required_result_list_roots: once(roots),
  test_input_required_result_request_state: once(confirm, true),
  test_input_required_result_tampered_state: once(confirm, true),
  test_input_required_result_multiple_inputs: once(
    { user_name: nameForm, greeting: ask('Generate a greeting'), ...roots },
    true,
  ),
  test_input_required_result_multi_round: multiRound,
  test_input_required_result_capabilities: asDeclared,
};

/** Registers what asks its client. */
export function registerQuestions(server: McpServer): void {
  for (const [name, run] of Object.entries(tools)) {
    server.registerTool(name, { description: name }, (ctx) => run(ctx));
  }
  const promptSchema = { type: 'object', properties: { prompt: { type: 'string' } } } as const;
  server.registerTool(
    'test_sampling',
    {
      description: 'Asks the model',
      inputSchema: fromJsonSchema<{ prompt: string }>(promptSchema),
    },
    ({ prompt }, ctx) => once({ answer: ask(prompt) })(ctx),
  );
  const messageSchema = { type: 'object', properties: { message: { type: 'string' } } } as const;
  server.registerTool(
    'test_elicitation',
    { description: 'Asks', inputSchema: fromJsonSchema<{ message: string }>(messageSchema) },
    ({ message }, ctx) => once({ form: form(message, { response: { type: 'string' } }) })(ctx),
  );
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Asks' },
    ({ mcpReq }) => {
      const content = acceptedContent(mcpReq.inputResponses, 'user_context');
      const user_context = form('What context?', { context: { type: 'string' } }, ['context']);
      if (!content) return inputRequired({ inputRequests: { user_context } });
      const words = { type: 'text', text: JSON.stringify(content) } as const;
      return { messages: [{ role: 'user', content: words }] };
    },
  );
}
