import { version } from '../../../package.json';
import type { TrafficMessages, TrafficRecord } from '../../ipc/traffic';

/** A record of traffic with its messages. */
export interface ExportedRecord {
  readonly record: TrafficRecord;
  readonly messages: TrafficMessages;
}

const common = { headers: [], cookies: [], headersSize: -1 };
const mimeType = 'application/json';

/**
 * Records of traffic as an HTTP archive (HAR 1.2), for the network panels of browsers. Each is a POST to
 * `mcp://server/method/subject`, because URLs may have secrets. It has the status and version of its HTTP exchange, but
 * no headers. Without an exchange, what failed has status 500, and what has no response 0.
 */
export function trafficHar(records: readonly ExportedRecord[]): string {
  const entries = records.map(({ record, messages: { request, response } }) => {
    const { server, method, subject, from, time, took = 0, outcome, exchange } = record;
    const { caller, turn, era, session } = record;
    const http = { ...common, httpVersion: `HTTP/${exchange?.version ?? '1.1'}` };
    const waited = Math.min(exchange?.waited ?? took, took);
    const place = [server.name, ...method.split('/'), ...(subject === undefined ? [] : [subject])];
    return {
      startedDateTime: new Date(time).toISOString(),
      time: took,
      request: {
        ...http,
        method: 'POST',
        url: `mcp://${place.map((one) => encodeURIComponent(one.toWellFormed())).join('/')}`,
        queryString: [],
        bodySize: request.text.length,
        postData: { mimeType, text: request.text },
      },
      response: {
        ...http,
        status: exchange?.status ?? (response ? (outcome === 'ok' ? 200 : 500) : 0),
        statusText: outcome,
        content: { size: response?.text.length ?? 0, mimeType, text: response?.text ?? '' },
        redirectURL: '',
        bodySize: response?.text.length ?? -1,
      },
      cache: {},
      timings: { send: 0, wait: waited, receive: took - waited },
      // HAR leaves names with an underscore to whoever writes it.
      _from: from,
      ...(caller && { _caller: caller }),
      ...(turn !== undefined && { _turn: turn }),
      ...(era && { _era: era }),
      ...(session !== undefined && { _session: session }),
      ...(exchange && { _body: exchange.body }),
    };
  });
  const creator = { name: 'MCP Roundhouse', version };
  return JSON.stringify({ log: { version: '1.2', creator, entries } }, undefined, 2);
}
