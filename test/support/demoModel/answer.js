// @ts-check

/** @typedef {{ kind: string, text?: string }} Part */
/** @typedef {{ kind: string, text?: string, tool?: string, input?: unknown, code?: string }} Answer */

/**
 * Decides what the scripted model says. Plain data in and out. By the last message that has orders, line by line:
 *  - `call <end of a tool's name> {json}`: that tool is called, with those of the lines that follow.
 *  - `then call …`: the same, once the calls before it are answered.
 *  - `always call …`: the same, again and again.
 *  - `fail <code>`: the model fails as the editor's API has it.
 * Without any that is left: a tool's result in the last message is repeated, else the tools at hand are named.
 * @param {{ role: string, parts: Part[] }[]} messages
 * @param {readonly { name: string }[]} tools
 * @returns {Answer[]}
 */
function answer(messages, tools) {
  const at = messages.findLastIndex(({ parts }) => ordersOf(parts).length > 0);
  const rounds = roundsOf(ordersOf(messages[at]?.parts ?? []));
  const done = messages.slice(at + 1).filter(({ parts }) => parts.some(isResult)).length;
  const last = messages.at(-1)?.parts ?? [];
  const orders = rounds[done] ?? rounds.at(-1)?.filter(({ when }) => when === 'always') ?? [];
  const isTurn = at === messages.length - 1 || last.some(isResult);
  if (isTurn && orders.length > 0) {
    return orders.map((order) => obey(order, tools));
  }
  const result = last.findLast(isResult);
  return [say(result ? `Result: ${result.text}` : help(tools))];
}

/** @typedef {{ when: string | undefined, verb: string, name: string, json: string }} Order */

/**
 * @param {Part[]} parts
 * @returns {Order[]}
 */
function ordersOf(parts) {
  const said = parts.filter((part) => part.kind === 'text').map((part) => part.text);
  const lines = said
    .join('\n')
    .matchAll(/^(?:(then|always) )?(call|fail) ([\w-]+)(?: +(\{.*\}))?/gm);
  return Array.from(lines, ([, when, verb = '', name = '', json = '{}']) => {
    return { when, verb, name, json };
  });
}

/**
 * @param {Order[]} orders
 * @returns {Order[][]}
 */
function roundsOf(orders) {
  /** @type {Order[][]} */
  const rounds = [];
  for (const order of orders) {
    if (order.when === 'then' || rounds.length === 0) rounds.push([order]);
    else rounds.at(-1)?.push(order);
  }
  return rounds;
}

/**
 * @param {Order} order
 * @param {readonly { name: string }[]} tools
 * @returns {Answer}
 */
function obey({ verb, name: wanted, json }, tools) {
  if (verb === 'fail') return { kind: 'fail', code: wanted };
  const tool =
    tools.find(({ name }) => name === wanted) ?? tools.find(({ name }) => name.endsWith(wanted));
  if (!tool) return say(`I have no tool "${wanted}". ${help(tools)}`);
  try {
    return { kind: 'call', tool: tool.name, input: JSON.parse(json) };
  } catch {
    return say(`The arguments are not JSON: ${json}`);
  }
}

/** @param {Part} part */
function isResult({ kind }) {
  return kind === 'result';
}

function say(/** @type {string} */ text) {
  return { kind: 'text', text };
}

function help(/** @type {readonly { name: string }[]} */ tools) {
  const names = tools.map(({ name }) => name).join(', ');
  return `Write: call <end of a tool's name> {"argument": "value"}. My ${tools.length} tools: ${names}.`;
}

module.exports = { answer };
