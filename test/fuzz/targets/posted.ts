import { createSecretKey } from 'node:crypto';
import { isObject } from '../../../src/base/json';
import {
  bearerToken,
  isKnownOrigin,
  isOwnHost,
  serverIdOf,
} from '../../../src/gateway/httpRequest';
import {
  decodedHeader,
  isModernPost,
  modernFault,
} from '../../../src/gateway/modern/modernMessages';
import { isRequestId, readPosted } from '../../../src/gateway/messages';
import { SessionSeal } from '../../../src/gateway/legacy/sessions';
import { TestServer } from '../../support/gateway/testServer';
import { holds, type Target } from '../target';
import { httpTexts, httpTextOf, httpWords } from './httpText';
import { jsonOf } from './pieces';

const server = new TestServer('user/one');
server.catalog.value = {
  tools: [
    {
      name: 'first',
      inputSchema: {
        properties: {
          a: {
            type: 'integer',
            'x-mcp-header': 'A',
          },
        },
      },
    },
  ],
  prompts: [],
  resources: [],
  resourceTemplates: [],
  dropped: [],
};
const seal = new SessionSeal(createSecretKey(Buffer.alloc(32, 7)));
const facts = { serverId: 'user/one', version: '2025-11-25', capabilities: {} };
const sealed = seal.seal(facts);

/** What the gateway looks at of a request before any server has to do with it. */
export const posted: Target = {
  name: 'posted',
  reads: 'the head and the body of a request to the gateway',
  seeds: [
    ...httpTexts,
    `POST x\nmcp-session-id: ${sealed}\nauthorization: Bearer abc==\nhost: localhost:1\n\n[]`,
  ],
  words: httpWords,
  run(input) {
    const { path, headers, body } = httpTextOf(input);
    const id = serverIdOf(path);
    holds(id !== '', 'a server without an id');
    const { origin, host } = headers;
    if (isKnownOrigin(origin) && origin !== undefined) {
      const isOwn = /^(?:https?:\/\/(?:[^/@]*@)?(?:127\.0\.0\.1|localhost)|vscode-)/i;
      // A number or a name of this machine can be written in many ways; a page's own is no one of those.
      holds(
        isOwn.test(origin) || !/[a-z-]+\.[a-z]{2,}(?::\d+)?$/i.test(origin),
        'a foreign origin',
        () => origin,
      );
    }
    if (isOwnHost(host, 1))
      holds(/^(?:localhost|127\.0\.0\.1):1$/i.test(host ?? ''), 'a foreign host');
    holds(!/\s/.test(bearerToken(headers) ?? ''), 'a token with space');
    const session = headers['mcp-session-id'] ?? '';
    const opened = seal.open(session);
    // Of base64 the last bits need not count.
    holds(!opened || JSON.stringify(opened) === JSON.stringify(facts), 'a forged session');
    decodedHeader(headers['mcp-name']);
    const value = jsonOf(body);
    const read = value === undefined ? undefined : readPosted(value);
    if (!read || 'error' in read) return;
    const { requests, notifications, answers } = read;
    const most = Array.isArray(value) ? value.length : 1;
    holds(requests.length + notifications.length + answers.length <= most, 'more than was sent');
    for (const request of requests) {
      holds(isRequestId(request.id) && isObject(request.params), 'a malformed request');
      const fault = modernFault(request, headers, { server, forModels: most === 1 });
      holds(fault === undefined || Number.isInteger(fault.code), 'an error without a code');
    }
    isModernPost(headers, read);
  },
};
