import { parsedJson } from '../../base/json';
import type { TrafficMessages, TrafficRecord } from '../../ipc/traffic';

/**
 * A record of traffic as a line of NDJSON: its facts, its time as ISO 8601, and its messages as JSON. A message that
 * was cut is a text, because the beginning of JSON is not JSON.
 */
export function trafficLine(record: TrafficRecord, messages: TrafficMessages): string {
  const { time, server, ...facts } = record;
  const { request, response } = messages;
  return JSON.stringify({
    time: new Date(time).toISOString(),
    server: server.name,
    ...facts,
    request: valueOf(request),
    ...(response && { response: valueOf(response) }),
  });
}

function valueOf({ text, isCut }: TrafficMessages['request']): unknown {
  return isCut ? text : (parsedJson(text) ?? text);
}
