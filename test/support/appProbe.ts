/**
 * The HTML of an MCP App that tries what it must not, and speaks with its host by hand. It writes what came of it as
 * lines, and has a button for each of `requests`, by name, whose response becomes a line; it makes the one that is named
 * `writes` also before it ends. `far`: the address of a server that it must not reach.
 */
export function appProbe(requests: Readonly<Record<string, object>>, far: string): string {
  return `<!doctype html>
<html>
<body style="margin: 8px; font-family: var(--font-sans); color: var(--color-text-primary)">
<div id="buttons"></div>
<pre id="lines" style="white-space: pre-wrap"></pre>
<img id="far" src="${far}/pixel.png">
<script>
const requests = ${JSON.stringify(requests).replaceAll('<', String.raw`\u003c`)};
const lines = document.getElementById('lines');
const say = (text) => { lines.append(text + '\\n'); size(); };
const post = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
const size = () => post({ method: 'ui/notifications/size-changed', params: { height: document.documentElement.scrollHeight } });
const outcome = async (name, act) => {
  try { say(name + ': REACHED ' + (await act())); } catch (error) { say(name + ': ' + error.name); }
};
const open = new Map();
let count = 0;
const request = (method, params = {}) => new Promise((resolve) => {
  open.set(++count, resolve);
  post({ id: count, method, params });
});
addEventListener('message', async ({ source, data }) => {
  if (source !== parent) return;
  if (data.method === 'ui/resource-teardown') {
    await request(requests.writes.method, requests.writes.params);
    return post({ id: data.id, result: {} });
  }
  if (data.method) say(data.method + ' ' + JSON.stringify(data.params));
  else open.get(data.id)?.(data);
});
for (const [name, { method, params }] of Object.entries(requests)) {
  const button = document.createElement('button');
  button.textContent = name;
  button.onclick = async () => {
    const { result, error } = await request(method, params);
    say(name + ' → ' + JSON.stringify(result ?? error));
  };
  document.getElementById('buttons').append(button);
}
const leave = document.createElement('button');
leave.textContent = 'leave';
leave.onclick = () => {
  location.href = '${far}/?told';
};
document.getElementById('buttons').append(leave);
(async () => {
  await outcome('parent', () => parent.document.title);
  await outcome('page', () => parent.parent.document.title);
  await outcome('top', () => top.document.title);
  await outcome('editor', () => parent.parent.acquireVsCodeApi());
  await outcome('storage', () => localStorage.length);
  await outcome('network', () => fetch('${far}/'));
  await outcome('code', () => eval('1 + 1'));
  document.getElementById('far').onerror = () => say('image: refused');
  // As if the editor had sent it.
  for (const window of [parent, parent.parent, top]) window.postMessage({ kind: 'gone', text: 'TAKEN OVER' }, '*');
  const { result } = await request('ui/initialize', { protocolVersion: '2026-01-26', appInfo: { name: 'probe', version: '1' }, appCapabilities: {} });
  for (const [name, value] of Object.entries(result.hostContext.styles.variables)) document.documentElement.style.setProperty(name, value);
  say('context ' + result.protocolVersion + ' ' + result.hostContext.theme + ' ' + result.hostContext.toolInfo.tool.name);
  post({ method: 'ui/notifications/initialized' });
})();
</script>
</body>
</html>`;
}
