import type { ServerHandle } from '../servers/serverHandle';
import type { AskedServer } from './lookup';
import { ToolGate, type GatePorts } from './toolGate';

/** The gate to the tools of a server handle, as whoever asks gets them. */
export function gateOf(handle: ServerHandle, asked: AskedServer, ports: GatePorts): ToolGate {
  const server = {
    ...asked,
    id: handle.id,
    decisionFor: (tool: string) => handle.models.decisionFor(tool),
    get log() {
      return handle.log;
    },
  };
  return new ToolGate(server, ports);
}
