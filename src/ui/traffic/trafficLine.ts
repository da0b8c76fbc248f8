import { parsedJson } from '../../base/json';
import type { TrafficMessages, TrafficRecord } from '../../ipc/traffic';

/**
 * A record of traffic as a line of NDJSON: its facts, its time as ISO 8601, and its messages as they were written, so
 * that no number is rounded. A message that was cut is a text, because the beginning of JSON is not JSON.
 */
export function trafficLine(record: TrafficRecord, messages: TrafficMessages): string {
  const { time, server, ...facts } = record;
  const { request, response } = messages;
  const head = { time: new Date(time).toISOString(), server: server.name, ...facts };
  const parts = [
    JSON.stringify(head).slice(1, -1),
    `"request":${jsonOf(request)}`,
    ...(response ? [`"response":${jsonOf(response)}`] : []),
  ];
  return `{${parts.join(',')}}`;
}

function jsonOf({ text, isCut }: TrafficMessages['request']): string {
  const isJson = !isCut && parsedJson(text) !== undefined;
  // A line break in JSON stands between its tokens only.
  return isJson ? text.replaceAll(/[\r\n]+/g, ' ') : JSON.stringify(text);
}
