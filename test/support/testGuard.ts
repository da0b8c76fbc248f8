import { CallGuard, type GuardedServer, type GuardOptions } from '../../src/tools/callGuard';
import type { CallRecord, ApprovalRequest } from '../../src/ipc/calls';
import { ServerLog } from '../../src/servers/serverLog';

/** A guard whose calls are in the test, and whose questions it answers. */
export function testGuard(
  server: Pick<GuardedServer, 'id' | 'name' | 'catalog'> & Partial<GuardedServer>,
  answer: (call: ApprovalRequest) => Awaited<ReturnType<GuardOptions['approve']>> = () => 'nobody',
): { readonly guard: CallGuard; readonly calls: CallRecord[]; readonly asked: ApprovalRequest[] } {
  const calls: CallRecord[] = [];
  const asked: ApprovalRequest[] = [];
  const log = new ServerLog(['s3cret-value']);
  const guarded: GuardedServer = {
    // Read late: a class that has a guard as a field has no name yet.
    get id() {
      return server.id;
    },
    get name() {
      return server.name;
    },
    get catalog() {
      return server.catalog;
    },
    refusalFor: (tool) => server.refusalFor?.(tool),
    knowsAll: () => server.knowsAll?.() ?? server.catalog.peek() !== undefined,
    holdsNew: () => server.holdsNew?.() ?? false,
    factsFor: (tool) =>
      server.factsFor?.(tool) ?? {
        isFlagged: false,
        definition: server.catalog.peek()?.tools.find(({ name }) => name === tool),
      },
    get log() {
      return 'log' in server ? server.log : log;
    },
  };
  const options: GuardOptions = {
    log: { add: (record) => void calls.push(record()) },
    approve: async (call) => {
      asked.push(call);
      return answer(call);
    },
  };
  return { guard: new CallGuard(guarded, options), calls, asked };
}
