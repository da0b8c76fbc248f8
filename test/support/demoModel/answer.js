// @ts-check

/**
 * Decides what the scripted model says. Plain data in and out.
 *  - A tool's result in the last message: its text is repeated.
 *  - A line `call <end of a tool's name> {json}` in the last message: that tool is called.
 *  - Else: a sentence that names the tools at hand.
 * @param {{ role: string, parts: { kind: string, text?: string }[] }[]} messages
 * @param {readonly { name: string }[]} tools
 */
function answer(messages, tools) {
  const last = messages.at(-1)?.parts ?? [];
  const result = last.findLast((part) => part.kind === 'result');
  if (result) return say(`Result: ${result.text}`);
  const said = last.filter((part) => part.kind === 'text').map((part) => part.text);
  const order = said.join('\n').match(/^call ([\w-]+)(?: +(\{.*\}))?/m);
  if (!order) return say(help(tools));
  const [, wanted = '', json = '{}'] = order;
  const tool =
    tools.find(({ name }) => name === wanted) ?? tools.find(({ name }) => name.endsWith(wanted));
  if (!tool) return say(`I have no tool "${wanted}". ${help(tools)}`);
  try {
    return { kind: 'call', tool: tool.name, input: JSON.parse(json) };
  } catch {
    return say(`The arguments are not JSON: ${json}`);
  }
}

function say(/** @type {string} */ text) {
  return { kind: 'text', text };
}

function help(/** @type {readonly { name: string }[]} */ tools) {
  const names = tools.map(({ name }) => name).join(', ');
  return `Write: call <end of a tool's name> {"argument": "value"}. My ${tools.length} tools: ${names}.`;
}

module.exports = { answer };
