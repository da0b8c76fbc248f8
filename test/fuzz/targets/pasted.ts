import { putEntries } from '../../../src/config/write/putEntries';
import { exportEntry } from '../../../src/config/write/exportEntry';
import { readPasted } from '../../../src/config/paste/pastedServer';
import { isAnswerTo, returnedUrl } from '../../../src/client/signInReturn';
import { corpus } from '../../unit/config/snippets/corpus';
import { holds, type Target } from '../target';

const page = 'https://issuer.example/authorize?state=s&redirect_uri=x';
const base64 = Buffer.from('{"command":"npx","args":["-y","x"]}').toString('base64');

/** What people paste: links that install a server, commands, addresses, snippets; and what a browser brings back. */
export const pasted: Target = {
  name: 'pasted',
  reads: 'install links, commands and snippets that are pasted, and the links that come back',
  seeds: [
    'vscode:mcp/install?%7B%22name%22%3A%22a%22%2C%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22-y%22%2C%22x%22%5D%7D',
    'https://insiders.vscode.dev/redirect/mcp/install?name=a&config=%7B%22command%22%3A%22docker%22%7D&inputs=%5B%7B%22id%22%3A%22k%22%2C%22type%22%3A%22promptString%22%7D%5D&quality=insiders',
    'https://vscode.dev/redirect?url=vscode:mcp/install?%7B%22name%22%3A%22a%22%2C%22url%22%3A%22https%3A%2F%2Fx%22%7D',
    `cursor://anysphere.cursor-deeplink/mcp/install?name=a&config=${base64}`,
    `https://cursor.com/install-mcp?name=a&config=${encodeURIComponent(base64)}`,
    'claude mcp add-json a \'{"type":"http","url":"https://x"}\' -s user',
    'code --add-mcp "{\\"name\\":\\"a\\",\\"command\\":\\"uvx\\"}"',
    'claude mcp add --transport http -H "A: b" a https://x/mcp',
    'API_KEY=x FOO="a b" npx -y @scope/name@1.2 --flag \\\n  value && cd /x',
    'docker run -i --rm -e KEY -v /a:/b --name=c image:tag --arg',
    'https://www.npmjs.com/package/@scope/name',
    'https://example.com/mcp',
    '@modelcontextprotocol/server-everything',
    '```json\n"a": { "command": "x" },\n```',
    ...corpus.slice(0, 40).map(({ text }) => text),
    'https://x/%',
    'code=abc&state=s&iss=https%3A%2F%2Fissuer.example',
  ],
  words: [
    'vscode:mcp/install?',
    'config=',
    'name=',
    '&inputs=',
    'url=',
    '%7B',
    '%22',
    '%7D',
    '%',
    '```',
    '$(',
    "'",
    '"',
    'npx -y ',
    'docker run ',
    'claude mcp add ',
    'code --add-mcp ',
    ' -- ',
    ' --env A=b',
    '{"command":',
    '`',
  ],
  async run(input) {
    const { readings } = await readPasted(input);
    for (const { drafts } of readings) {
      holds(drafts.length > 0, 'a reading without a server');
      for (const { definition } of drafts) {
        const { name, launch } = definition;
        holds(typeof name === 'string', 'a server without a name');
        const goes = launch.type === 'stdio' ? launch.command : launch.url;
        holds(typeof goes === 'string', 'a server that leads nowhere', () => launch);
        const { value } = exportEntry(definition, 'vscode');
        const entries = [{ name, value, overwrite: true }];
        const target = { file: 'mcp.json', text: undefined };
        await putEntries(target, { dialect: 'vscode', entries, inputs: [] });
      }
    }
    const address = returnedUrl('vscode://publisher.name/callback', input);
    holds(address.pathname === '/callback', 'a query leads elsewhere', () => address.href);
    isAnswerTo(page, address);
  },
  // Each line may be a server, which is written into a file.
  patience: { base: 300, each: 40 },
  quick: 100,
};
