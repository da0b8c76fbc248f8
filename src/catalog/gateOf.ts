import type { Seat } from '../supervisor/seat';
import type { AskedServer } from './lookup';
import { ToolGate, type GatePorts } from './toolGate';

/** The gate to the tools of a seat, as whoever asks gets them. */
export function gateOf(seat: Seat, asked: AskedServer, ports: GatePorts): ToolGate {
  const server = {
    ...asked,
    id: seat.id,
    standingOf: (tool: string) => seat.models.standingOf(tool),
    get log() {
      return seat.log;
    },
  };
  return new ToolGate(server, ports);
}
