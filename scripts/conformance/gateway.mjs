// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { modernNode } from '../node.mjs';
import { buildWholeTestProgram } from '../testProgram.mjs';

/** A gateway without tokens in front of a server that has all that the suite asks for. */
export async function gatewayUnderTest() {
  const [program, server] = await Promise.all([
    buildWholeTestProgram('conformance/gatewayUnderTest'),
    buildWholeTestProgram('conformance/fullServer'),
  ]);
  const child = spawn(modernNode(), [program, server], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  return {
    url: String(url),
    async stop() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
