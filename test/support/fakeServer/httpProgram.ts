// A fake HTTP server as a process of its own: JSON of FakeHttpOptions, and the port. Prints its address.
import { FakeHttpServer, type FakeHttpOptions } from './fakeHttpServer';

const [, , options = '{}', port = '0'] = process.argv;

/** Keeps the only thread busy. */
async function busy(milliseconds: number): Promise<void> {
  const end = Date.now() + milliseconds;
  while (Date.now() < end);
}

const server = new FakeHttpServer(JSON.parse(options) as FakeHttpOptions, Number(port), {
  exit: (code) => process.exit(code),
  kill: (signal) => void process.kill(process.pid, signal),
  hang: busy,
});

// It ends with the test that started it, whatever becomes of that.
process.stdin.resume().once('close', () => process.exit(0));
void server.listen().then(() => console.log(server.url));
