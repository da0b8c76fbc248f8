import { connect } from '../support/connect';

/**
 * The client that the conformance suite tests: our connection, led through what the scenario named
 * in `MCP_CONFORMANCE_SCENARIO` wants to see. The last argument is the address of its mock server.
 */
async function drive(url: string): Promise<void> {
  const connection = await connect(
    { type: 'http', url, headers: {} },
    {
      signal: AbortSignal.timeout(60_000),
      initializeTimeout: 20_000,
      onStep: () => undefined,
      onLog: ({ text }) => console.error(text),
    },
  );
  try {
    const { tools } = await connection.readCatalog();
    const focal = tools.find(({ name }) => name === 'json_schema_2020_12_tool');
    for (const { name } of tools) {
      const schema = name === 'json_schema_echo' ? focal?.inputSchema : undefined;
      const params = { name, arguments: schema ? { schema } : { a: 5, b: 3 } };
      console.error(JSON.stringify(await connection.request('tools/call', params)));
    }
  } finally {
    await connection.close();
  }
}

drive(process.argv.at(-1) ?? '').catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
