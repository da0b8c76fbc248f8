import { describe, expect, test } from 'vitest';
import type { Launch } from '../../../../src/config/definition';
import { readPasted, wholeText } from '../../../../src/config/paste/pastedServer';
import { processorTime } from '../../../support/processorTime';

/** A reading as one line: kind, name and launch; the name in brackets where it is only suggested. */
async function read(text: string): Promise<readonly string[]> {
  const { readings } = await readPasted(text);
  return readings.map(
    ({ kind, drafts }) =>
      `${kind}: ${drafts
        .map(({ definition, named }) => {
          const name = named ? definition.name : `(${definition.name})`;
          return `${name} = ${shown(definition.launch)}`;
        })
        .join(' | ')}`,
  );
}

function shown(launch: Launch): string {
  if (launch.type !== 'stdio') {
    const headers = Object.entries(launch.headers).map(([name, value]) => ` [${name}: ${value}]`);
    return `${launch.type} ${launch.url}${headers.join('')}`;
  }
  const env = Object.entries(launch.env).map(([name, value]) => `${name}=${value} `);
  const words = [launch.command, ...launch.args].map((word) =>
    /\s/.test(word) || word === '' ? JSON.stringify(word) : word,
  );
  const cwd = launch.cwd === undefined ? '' : ` in ${launch.cwd}`;
  return `${env.join('')}${words.join(' ')}${cwd}`;
}

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
const escaped = (value: unknown): string => encodeURIComponent(JSON.stringify(value));

describe('a command line', () => {
  test.each([
    [
      'npx -y @modelcontextprotocol/server-everything',
      '(everything) = npx -y @modelcontextprotocol/server-everything',
    ],
    ['$ npx @playwright/mcp@latest', '(playwright) = npx @playwright/mcp@latest'],
    ['`npx -y tavily-mcp@0.1.3`', '(tavily) = npx -y tavily-mcp@0.1.3'],
    ['```bash\nuvx mcp-server-fetch\n```', '(fetch) = uvx mcp-server-fetch'],
    [
      'PS C:\\Users\\me> npx -y figma-developer-mcp --stdio',
      '(figma-developer) = npx -y figma-developer-mcp --stdio',
    ],
    [
      'TAVILY_API_KEY=tvly-1 npx -y tavily-mcp',
      '(tavily) = TAVILY_API_KEY=tvly-1 npx -y tavily-mcp',
    ],
    ['env A=1 B="two words" uvx mcp-server-time', '(time) = A=1 B=two words uvx mcp-server-time'],
    [
      'export EXA_API_KEY=abc\nnpx -y exa-mcp-server',
      '(exa) = EXA_API_KEY=abc npx -y exa-mcp-server',
    ],
    ['set A=1 && npx -y exa-mcp-server', '(exa) = A=1 npx -y exa-mcp-server'],
    ['$env:A = "1"; npx -y exa-mcp-server', '(exa) = A=1 npx -y exa-mcp-server'],
    [
      'npx -y firecrawl-mcp \\\n  --verbose \\\n  --port 3',
      '(firecrawl) = npx -y firecrawl-mcp --verbose --port 3',
    ],
    [
      'npx -y firecrawl-mcp \\ --verbose \\ --port 3',
      '(firecrawl) = npx -y firecrawl-mcp --verbose --port 3',
    ],
    [
      'npx -y mcp-remote https://mcp.linear.app/sse',
      '(linear) = npx -y mcp-remote https://mcp.linear.app/sse',
    ],
    ['cd /srv/weather && uv run server.py', '(server) = uv run server.py in /srv/weather'],
    [
      'uv --directory /srv/weather run weather.py',
      '(weather) = uv --directory /srv/weather run weather.py',
    ],
    [
      'node /srv/weather/build/index.js "a b"',
      '(weather) = node /srv/weather/build/index.js "a b"',
    ],
    ['python -m mcp_server_git --repository .', '(git) = python -m mcp_server_git --repository .'],
    [
      'uvx --from git+https://github.com/oraios/serena serena start-mcp-server',
      '(serena) = uvx --from git+https://github.com/oraios/serena serena start-mcp-server',
    ],
    [
      'git clone https://github.com/a/b\ncd b\nnpm install\nnpm run build\nnode dist/index.js',
      '(index) = node dist/index.js in b',
    ],
    [
      'npx -y @modelcontextprotocol/server-filesystem $HOME/Desktop "$(pwd)"',
      '(filesystem) = npx -y @modelcontextprotocol/server-filesystem ${userHome}/Desktop ${workspaceFolder}',
    ],
    [
      'npx -y pg-mcp "postgresql://u:$PGPASSWORD@localhost/db"',
      '(pg) = npx -y pg-mcp postgresql://u:${env:PGPASSWORD}@localhost/db',
    ],
    ["npx -y pg-mcp '$literal'", '(pg) = npx -y pg-mcp $literal'],
    [
      'npx -y x-mcp --root ${workspaceFolder} --key ${input:key}',
      '(x) = npx -y x-mcp --root ${workspaceFolder} --key ${input:key}',
    ],
    ['npx -y notion-mcp “--title=a b”', '(notion) = npx -y notion-mcp "--title=a b"'],
    ['npx -y slack-mcp # the server of Slack', '(slack) = npx -y slack-mcp'],
    ['C:\\tools\\till.exe --dir C:\\data', '(till) = C:\\tools\\till.exe --dir C:\\data'],
    [
      'C:\\tools\\till.exe C:\\Users\\Finn\\docs\\ D:\\data',
      '(till) = C:\\tools\\till.exe C:\\Users\\Finn\\docs\\ D:\\data',
    ],
    [
      'C:\\\\tools\\\\till.exe C:\\\\Users\\\\Finn \\\\\\\\server\\\\docs "D:\\\\data"',
      '(till) = C:\\tools\\till.exe C:\\Users\\Finn \\\\server\\docs D:\\data',
    ],
    [
      '\\\\server\\bin\\till.exe \\\\server\\docs "\\\\server\\my docs" --dir=C:\\data\\ "--log=\\\\server\\logs"',
      '(till) = \\\\server\\bin\\till.exe \\\\server\\docs "\\\\\\\\server\\\\my docs" --dir=C:\\data\\ --log=\\\\server\\logs',
    ],
    [
      'cd D:\\data; D:\\till.exe ^\n C:\\a\\ --to C:\\${HOME} a\\ b',
      '(till) = D:\\till.exe C:\\a\\ --to C:\\${userHome} "a b" in D:\\data',
    ],
    ['docker run -i --rm mcp/time', '(time) = docker run -i --rm mcp/time'],
    [
      'docker run -it -d -e GITHUB_PERSONAL_ACCESS_TOKEN=ghp_x ghcr.io/github/github-mcp-server:v1',
      '(github) = GITHUB_PERSONAL_ACCESS_TOKEN=ghp_x docker run -i --rm -e GITHUB_PERSONAL_ACCESS_TOKEN ghcr.io/github/github-mcp-server:v1',
    ],
    [
      'docker run --rm --env=A=1 -v $(pwd):/data --network host grafana/mcp-grafana -t stdio',
      '(grafana) = A=1 docker run -i --rm -e A -v ${workspaceFolder}:/data --network host grafana/mcp-grafana -t stdio',
    ],
    ['npm install -g @notionhq/notion-mcp-server', '(notion) = npx -y @notionhq/notion-mcp-server'],
    ['pip install mcp-server-sqlite', '(sqlite) = uvx mcp-server-sqlite'],
    ['uv tool install mcp-server-git', '(git) = uvx mcp-server-git'],
    ['uv tool install -p 3.13 serena-agent', '(serena-agent) = uvx serena-agent'],
    [
      'uv tool install --from git+https://github.com/oraios/serena serena',
      '(serena) = uvx --from git+https://github.com/oraios/serena serena',
    ],
    ['pip install -i https://pypi.example/simple till-mcp', '(till) = uvx till-mcp'],
    ['yarn global add till-mcp', '(till) = npx -y till-mcp'],
    ['npm --registry https://npm.example install -g till-mcp', '(till) = npx -y till-mcp'],
    ['docker pull --platform linux/amd64 mcp/time', '(time) = docker run -i --rm mcp/time'],
    ['pip install -r requirements.txt\npython -m till_mcp', '(till) = python -m till_mcp'],
    ['docker pull mcp/puppeteer', '(puppeteer) = docker run -i --rm mcp/puppeteer'],
  ])('%j', async (text, expected) => {
    expect(await read(text)).toEqual([`command: ${expected}`]);
  });

  test('several that start something are several readings', async () => {
    expect(await read('npx -y a-mcp\nuvx b-mcp')).toEqual([
      'command: (a) = npx -y a-mcp',
      'command: (b) = uvx b-mcp',
    ]);
  });
});

describe('a command that adds a server to a host', () => {
  test.each([
    [
      'claude mcp add playwright npx @playwright/mcp@latest',
      'playwright = npx @playwright/mcp@latest',
    ],
    [
      'claude mcp add airtable --env AIRTABLE_API_KEY=key1 -- npx -y airtable-mcp-server',
      'airtable = AIRTABLE_API_KEY=key1 npx -y airtable-mcp-server',
    ],
    ['claude mcp add -e A=1 B=2 -s user name -- cmd --flag', 'name = A=1 B=2 cmd --flag'],
    [
      'claude mcp add postman --env KEY=1 npx @postman/postman-mcp-server@latest --full',
      'postman = KEY=1 npx @postman/postman-mcp-server@latest --full',
    ],
    [
      'claude mcp add --transport http sentry https://mcp.sentry.dev/mcp',
      'sentry = http https://mcp.sentry.dev/mcp',
    ],
    [
      'claude mcp add --transport sse --scope user linear https://mcp.linear.app/sse',
      'linear = sse https://mcp.linear.app/sse',
    ],
    [
      'claude mcp add -t http till https://till.example/mcp \\\n  --header "Authorization: Bearer $TILL"',
      'till = http https://till.example/mcp [Authorization: Bearer ${env:TILL}]',
    ],
    [
      `claude mcp add -t http till https://till.example/mcp -H 'X-Key: \${TILL}'`,
      'till = http https://till.example/mcp [X-Key: ${env:TILL}]',
    ],
    [
      `claude mcp add-json -s user weather '{"type":"stdio","command":"/bin/weather","args":["--key","1"]}'`,
      'weather = /bin/weather --key 1',
    ],
    [
      'codex mcp add context7 -- npx -y @upstash/context7-mcp',
      'context7 = npx -y @upstash/context7-mcp',
    ],
    ['codex mcp add lean --env LEAN=/x -- uvx lean-lsp-mcp', 'lean = LEAN=/x uvx lean-lsp-mcp'],
    [
      'codex mcp add github --url https://api.githubcopilot.com/mcp/ --bearer-token-env-var PAT',
      'github = http https://api.githubcopilot.com/mcp/ [Authorization: Bearer ${env:PAT}]',
    ],
    [
      'gemini mcp add notebooklm npx notebooklm-mcp@latest',
      'notebooklm = npx notebooklm-mcp@latest',
    ],
    [
      'gemini mcp add -s user -t http till https://till.example/mcp --timeout 5000 --trust',
      'till = http https://till.example/mcp',
    ],
    [
      'amp mcp add docfork --header "DOCFORK_API_KEY=k1" https://mcp.docfork.com/mcp',
      'docfork = http https://mcp.docfork.com/mcp [DOCFORK_API_KEY: k1]',
    ],
    [
      'droid mcp add till https://till.example/mcp --type http',
      'till = http https://till.example/mcp',
    ],
    ['droid mcp add outlet "npx -y outlet-mcp"', 'outlet = npx -y outlet-mcp'],
    [
      `code --add-mcp '{"name":"play","command":"npx","args":["@playwright/mcp@latest"]}'`,
      'play = npx @playwright/mcp@latest',
    ],
    [
      String.raw`code --add-mcp "{\"name\":\"till\",\"type\":\"http\",\"url\":\"https://till.example/mcp\"}"`,
      'till = http https://till.example/mcp',
    ],
    [
      'claude mcp add gh -- docker run -e T=1 ghcr.io/github/github-mcp-server',
      'gh = T=1 docker run -i --rm -e T ghcr.io/github/github-mcp-server',
    ],
  ])('%j', async (text, expected) => {
    expect(await read(text)).toEqual([`hostCommand: ${expected}`]);
  });

  test('keeps its client, timeout and choice of tools, and names what cannot be carried', async () => {
    const { readings } = await readPasted(
      'claude mcp add -t http --client-id id1 --callback-port 8080 till https://till.example/mcp\n' +
        'gemini mcp add --timeout=5000 --include-tools sell,count --exclude-tools refund till npx till-mcp',
    );
    const drafts = readings.flatMap((reading) => reading.drafts);
    expect(drafts).toMatchObject([
      {
        definition: { launch: { url: 'https://till.example/mcp', oauth: { clientId: 'id1' } } },
        lost: [{ field: 'oauth.callbackPort', code: 'unsupportedField' }],
      },
      {
        definition: {
          launch: { command: 'npx', args: ['till-mcp'] },
          settings: {
            callTimeoutSeconds: 5,
            tools: { allow: ['sell', 'count'], hide: ['refund'] },
          },
        },
        lost: [],
      },
    ]);
  });
});

describe('an install link', () => {
  const entry = { command: 'npx', args: ['-y', 'till-mcp'], env: { KEY: '${input:key}' } };
  const inputs = [{ type: 'promptString', id: 'key', description: 'Key', password: true }];
  const till = 'till = KEY=${input:key} npx -y till-mcp';
  const plain = { command: 'uvx till-mcp@latest', env: { REGION: 'eu' } };
  const inner = `vscode:mcp/install?${escaped({ name: 'till', ...entry, inputs })}`;
  test.each([
    [inner, till],
    [`vscode-insiders:mcp/install?${escaped({ name: 'till', ...entry, inputs })}`, till],
    [
      `https://insiders.vscode.dev/redirect/mcp/install?name=till&inputs=${escaped(inputs)}&config=${escaped(entry)}`,
      till,
    ],
    [
      `https://vscode.dev/redirect/mcp/install?name=till&config=${escaped({ type: 'http', url: 'https://till.example/mcp' })}&quality=insiders`,
      'till = http https://till.example/mcp',
    ],
    [`https://insiders.vscode.dev/redirect?url=${encodeURIComponent(inner)}`, till],
    [
      `cursor://anysphere.cursor-deeplink/mcp/install?name=till&config=${base64(plain)}`,
      'till = REGION=eu uvx till-mcp@latest',
    ],
    [
      `https://cursor.com/en/install-mcp?name=till&config=${encodeURIComponent(base64(plain))}`,
      'till = REGION=eu uvx till-mcp@latest',
    ],
    [
      `https://cursor.com/install-mcp?name=x&config=${base64({ mcpServers: { till: { url: 'https://till.example/mcp' } } })}`,
      'till = http https://till.example/mcp',
    ],
    [
      `lmstudio://add_mcp?name=till&config=${base64(plain)}`,
      'till = REGION=eu uvx till-mcp@latest',
    ],
    [
      `https://kiro.dev/launch/mcp/add?name=till&config=${escaped(plain)}`,
      'till = REGION=eu uvx till-mcp@latest',
    ],
  ])('%j', async (text, expected) => {
    expect(await read(text)).toEqual([`link: ${expected}`]);
  });

  test('keeps the inputs it declares', async () => {
    const { readings } = await readPasted(inner);
    expect(readings[0]?.drafts[0]?.definition.inputs).toMatchObject([
      { id: 'key', password: true },
    ]);
  });
});

describe('an address, a package or an image', () => {
  test.each([
    ['https://mcp.notion.com/mcp', ['address: (notion) = http https://mcp.notion.com/mcp']],
    ['https://mcp.linear.app/sse', ['address: (linear) = sse https://mcp.linear.app/sse']],
    ['http://127.0.0.1:4000/mcp', ['address: (127.0.0.1) = http http://127.0.0.1:4000/mcp']],
    [
      'https://gitmcp.example.workers.dev/mcp',
      ['address: (gitmcp) = http https://gitmcp.example.workers.dev/mcp'],
    ],
    ['@upstash/context7-mcp', ['npm: (context7) = npx -y @upstash/context7-mcp']],
    ['@playwright/mcp@latest', ['npm: (playwright) = npx -y @playwright/mcp@latest']],
    ['tavily-mcp@0.1.3', ['npm: (tavily) = npx -y tavily-mcp@0.1.3']],
    ['npm:exa-mcp-server', ['npm: (exa) = npx -y exa-mcp-server']],
    [
      'https://www.npmjs.com/package/@playwright/mcp',
      ['npm: (playwright) = npx -y @playwright/mcp'],
    ],
    ['pypi:mcp-server-fetch', ['pypi: (fetch) = uvx mcp-server-fetch']],
    ['mcp-server-fetch==2025.1.17', ['pypi: (fetch) = uvx mcp-server-fetch==2025.1.17']],
    ['mcp-proxy[cli]', ['pypi: (proxy) = uvx mcp-proxy[cli]']],
    ['https://pypi.org/project/mcp-server-git/', ['pypi: (git) = uvx mcp-server-git']],
    ['mcp/github', ['image: (github) = docker run -i --rm mcp/github']],
    [
      'ghcr.io/github/github-mcp-server:v1',
      ['image: (github) = docker run -i --rm ghcr.io/github/github-mcp-server:v1'],
    ],
    [
      'grafana/mcp-grafana:latest',
      ['image: (grafana) = docker run -i --rm grafana/mcp-grafana:latest'],
    ],
    [
      'https://hub.docker.com/r/mcp/puppeteer',
      ['image: (puppeteer) = docker run -i --rm mcp/puppeteer'],
    ],
    ['./server/till.js', ['file: (till) = node ./server/till.js']],
    ['weather.py', ['file: (weather) = python weather.py', 'file: (weather) = uv run weather.py']],
    ['/usr/local/bin/till', ['command: (till) = /usr/local/bin/till']],
    [
      'mcp-server-fetch',
      [
        'npm: (fetch) = npx -y mcp-server-fetch',
        'pypi: (fetch) = uvx mcp-server-fetch',
        'command: (fetch) = mcp-server-fetch',
      ],
    ],
    [
      'https://github.com/oraios/serena',
      [
        'repository: (serena) = npx -y github:oraios/serena',
        'repository: (serena) = uvx --from git+https://github.com/oraios/serena serena',
      ],
    ],
    [
      'oraios/serena',
      [
        'image: (serena) = docker run -i --rm oraios/serena',
        'repository: (serena) = npx -y github:oraios/serena',
        'repository: (serena) = uvx --from git+https://github.com/oraios/serena serena',
      ],
    ],
  ])('%j', async (text, expected) => {
    expect(await read(text)).toEqual(expected);
  });
});

describe('a configuration or a part of one', () => {
  const npx = 'npx -y till-mcp';
  test.each([
    ['{"mcpServers": {"till": {"command": "npx", "args": ["-y", "till-mcp"]}}}', `till = ${npx}`],
    ['{"servers": {"till": {"command": "npx", "args": ["-y", "till-mcp"]}}}', `till = ${npx}`],
    [
      '{"mcp": {"servers": {"till": {"command": "npx", "args": ["-y", "till-mcp"]}}}}',
      `till = ${npx}`,
    ],
    [
      '"mcp": {"inputs": [], "servers": {"till": {"command": "npx", "args": ["-y", "till-mcp"]}}}',
      `till = ${npx}`,
    ],
    ['{"till": {"command": "npx", "args": ["-y", "till-mcp"]}}', `till = ${npx}`],
    ['"till": {"command": "npx", "args": ["-y", "till-mcp"]}', `till = ${npx}`],
    ['"till": {"command": "npx", "args": ["-y", "till-mcp"]},', `till = ${npx}`],
    [', "till": {"command": "npx", "args": ["-y", "till-mcp"]} }', `till = ${npx}`],
    [
      '"mcpServers": {\n  "till": {\n    "command": "npx", // its runner\n    "args": ["-y", "till-mcp",],\n  },\n',
      `till = ${npx}`,
    ],
    ['{"command": "npx", "args": ["-y", "till-mcp"]}', `(till) = ${npx}`],
    ['{"name": "shop", "command": "npx", "args": ["-y", "till-mcp"]}', `shop = ${npx}`],
    ['{"url": "https://till.example/mcp"}', '(till) = http https://till.example/mcp'],
    [
      '{"context_servers": {"till": {"command": "npx", "args": ["-y", "till-mcp"]}}}',
      `till = ${npx}`,
    ],
    ['{"mcp": {"till": {"type": "local", "command": ["npx", "-y", "till-mcp"]}}}', `till = ${npx}`],
    ['[mcp_servers.till]\ncommand = "npx"\nargs = ["-y", "till-mcp"]', `till = ${npx}`],
    [
      'mcpServers:\n  - name: till\n    command: npx\n    args: ["-y", "till-mcp"]',
      `till = ${npx}`,
    ],
    [
      '{"mcpServers": {"a": {"command": "a"}, "b": {"url": "https://b.example/sse", "type": "sse"}}}',
      'a = a | b = sse https://b.example/sse',
    ],
    ['{"mcpServers": {"till": {"command": "npx -y till-mcp"}}}', `till = ${npx}`],
  ])('%j', async (text, expected) => {
    expect(await read(text)).toEqual([`config: ${expected}`]);
  });

  test('what closes more than was opened is no problem', async () => {
    const { problems } = await readPasted('"till": {"command": "till"} } }, and so on');
    expect(problems).toEqual([]);
  });

  test('variables come in the form of VS Code', async () => {
    const text = '{"mcpServers": {"till": {"command": "till", "env": {"KEY": "${TILL_KEY}"}}}}';
    expect(await read(text)).toEqual(['config: till = KEY=${env:TILL_KEY} till']);
  });

  test.each([
    ['60', 60],
    ['90000', 90],
    ['60, "transportType": "stdio"', 60],
    ['1800, "transportType": "stdio"', 1800],
  ])('a limit of calls is never below a second: %s', async (timeout, seconds) => {
    const text = `{"mcpServers": {"till": {"command": "till", "timeout": ${timeout}}}}`;
    const { readings } = await readPasted(text);
    const { settings } = readings[0]?.drafts[0]?.definition ?? {};
    expect(settings).toEqual({ callTimeoutSeconds: seconds });
  });

  test('what cannot be carried is named', async () => {
    const text =
      '{"mcpServers": {"till": {"command": "till", "autoApprove": ["x"], "timeout": 60}}}';
    const { readings } = await readPasted(text);
    expect(readings[0]?.drafts[0]?.lost.map(({ field }) => field)).toContain('autoApprove');
  });

  test('an entry that cannot be read is told, and its neighbours are kept', async () => {
    const pasted = await readPasted(
      '{"servers": {"bad": {"command": 1}, "good": {"command": "till"}}}',
    );
    expect(pasted.readings[0]?.drafts.map(({ definition }) => definition.name)).toEqual(['good']);
    expect(pasted.problems.map(({ code }) => code)).toEqual(['wrongType']);
  });

  test('leaves no server out for a mistake of an input', async () => {
    const inputs = [{ id: 'x', type: 'promptstring' }, 'y'];
    const servers = { till: { command: 'till', args: ['${input:x}'] } };
    const { readings, problems } = await readPasted(JSON.stringify({ servers, inputs }));
    expect([readings[0]?.drafts.length, problems]).toEqual([1, []]);
  });
});

test('an address with a broken escape is an address all the same', async () => {
  const { readings } = await readPasted('https://example.com/100%');
  expect(readings.map(({ kind }) => kind)).toEqual(['address']);
});

test.each(['', '   ', '$', 'npx "unclosed', '{"a": 1}', '{"servers": {}}', '@@', 'npx', 'cd /tmp'])(
  'holds no server: %j',
  async (text) => {
    expect(await read(text)).toEqual([]);
  },
);

test('a text of many quotes, braces or spaces is read in a moment', async () => {
  const size = 100_000;
  const taken = processorTime();
  for (const part of [
    '"',
    '{',
    '`',
    "' ",
    '\\ ',
    '${',
    '}',
    '-e A=1 ',
    '[',
    '"a":{',
    '=\\\\a',
    'C:\\',
  ]) {
    await readPasted(part.repeat(size / part.length));
    await readPasted(`npx ${part.repeat(size / part.length)}`);
  }
  expect(taken()).toBeLessThan(10_000);
});

test('a text of many carriage returns is read in a moment', async () => {
  const taken = processorTime();
  await readPasted(`a\n${'\r'.repeat(100_000)} b`);
  expect(taken()).toBeLessThan(5_000);
});

describe('what was typed', () => {
  test('is taken from the clipboard where a field has joined its lines', () => {
    expect(wholeText('a // b c', 'a // b\n  c')).toBe('a // b\n  c');
  });

  test('counts where it was changed or the clipboard is another', () => {
    expect(wholeText('a // b d', 'a // b\n  c')).toBe('a // b d');
    expect(wholeText('a b', 'a b')).toBe('a b');
  });
});
