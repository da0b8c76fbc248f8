// Checked without types: it uses editor API that is newer than the typings of this project.
const vscode = require('vscode');
const { answer } = require('./answer');
const { emptyPage } = require('./emptyPage');
const { gauge } = require('./gauge');
const { record } = require('./record');
const { settingsMark } = require('./settingsMark');

const vendor = 'roundhouse-demo';

const information = {
  id: 'demo',
  family: 'demo',
  version: '1',
  maxInputTokens: 100_000,
  maxOutputTokens: 10_000,
  isUserSelectable: true,
  isDefault: true,
  capabilities: { toolCalling: true },
};

/** Whether there are two models, of which one says that it takes images, and the other that it does not. */
const withBlind = process.env['ROUNDHOUSE_DEMO_BLIND'] === '1';
const sees = (imageInput) =>
  withBlind ? { capabilities: { ...information.capabilities, imageInput } } : {};

const changed = new vscode.EventEmitter();
let isAgentUp = false;

const provider = {
  onDidChangeLanguageModelChatInformation: changed.event,
  // Without the agent a message opens the editor's sign-in, so whoever sees this name may send one.
  provideLanguageModelChatInformation: () => [
    { ...information, ...sees(true), name: isAgentUp ? 'Demo model' : 'Starting' },
    ...(withBlind
      ? [{ ...information, ...sees(false), id: 'blind', name: 'Blind model', isDefault: false }]
      : []),
  ],
  provideTokenCount: (_model, text) =>
    Math.ceil((typeof text === 'string' ? text : JSON.stringify(text.content)).length / 4),
  async provideLanguageModelChatResponse(_model, messages, options, progress) {
    const tools = options.tools ?? [];
    const plain = messages.map(plainMessage);
    const parts = answer(plain, tools);
    const definitions = tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    const [first] = parts;
    record({ tools: tools.map(({ name }) => name), definitions, messages: plain, answer: first });
    for (const [at, part] of parts.entries()) progress.report(responsePart(part, at));
  },
};

function responsePart(part, at) {
  if (part.kind === 'fail') throw vscode.LanguageModelError[part.code]('The demo is over.');
  return part.kind === 'call'
    ? new vscode.LanguageModelToolCallPart(`demo-${Date.now()}-${at}`, part.tool, part.input)
    : new vscode.LanguageModelTextPart(part.text);
}

/** A message as plain data: the form in which it is judged and recorded. */
function plainMessage(message) {
  const role = message.role === vscode.LanguageModelChatMessageRole.User ? 'user' : 'other';
  return { role, parts: message.content.flatMap(plainPart) };
}

function plainPart(part) {
  if (part instanceof vscode.LanguageModelTextPart) return [{ kind: 'text', text: part.value }];
  if (part instanceof vscode.LanguageModelToolCallPart)
    return [{ kind: 'call', tool: part.name, input: part.input }];
  if (part instanceof vscode.LanguageModelToolResultPart) {
    const texts = part.content.filter((item) => item instanceof vscode.LanguageModelTextPart);
    // Marks of providers have no type that has a slash.
    const types = part.content.map((item) => String(item.mimeType));
    const data = types.filter((type) => type.includes('/'));
    const text = texts.map((item) => item.value).join('\n');
    return [{ kind: 'result', text, ...(data.length > 0 && { data }) }];
  }
  if (part instanceof vscode.LanguageModelDataPart && part.mimeType.startsWith('image/'))
    return [{ kind: 'image', mimeType: part.mimeType }];
  return [];
}

async function activate(context) {
  context.subscriptions.push(
    emptyPage(),
    gauge(),
    settingsMark(),
    changed,
    vscode.lm.registerLanguageModelChatProvider(vendor, provider),
  );
  // The model picker knows a model only after somebody asked for it.
  await vscode.lm.selectChatModels({ vendor });
  if (vscode.workspace.isTrusted) await startAgent();
  // In Restricted Mode there is no agent, and participants answer without it.
  else setAgentUp(true);
  context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(startAgent));
}

async function startAgent() {
  setAgentUp(false);
  await (await agent()).activate();
  setAgentUp(true);
}

/** The agent's extension, which comes a while after trust. */
function agent() {
  const find = () => vscode.extensions.getExtension('GitHub.copilot-chat');
  return new Promise((resolve) => {
    const found = find();
    if (found) {
      resolve(found);
      return;
    }
    const changes = vscode.extensions.onDidChange(() => {
      const found = find();
      if (!found) return;
      changes.dispose();
      resolve(found);
    });
  });
}

function setAgentUp(isUp) {
  isAgentUp = isUp;
  changed.fire();
}

module.exports = { activate };
