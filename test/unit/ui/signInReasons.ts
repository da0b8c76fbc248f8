import type { ReasonArguments } from '../../../src/base/errors';

const issuer = 'https://id.example';
const url = 'https://shop.example/mcp';

/** Every reason code of signing in with the arguments it comes with. */
export const signInReasons: Readonly<Record<string, ReasonArguments>> = {
  signInNeeded: { url, issuer },
  signInEnded: { url, issuer },
  signInMoreRights: { url, issuer, scope: 'orders:write' },
  signInCancelled: { issuer },
  signInTimedOut: {},
  signInRefused: { issuer, error: 'invalid_scope', message: 'No such scope' },
  signInForged: { issuer },
  signInNoClient: { issuer },
  signInOtherIssuer: { issuer, owner: 'https://old.example' },
  signInIncomplete: { key: 'clientSecret' },
  signInNotRegistered: { issuer, status: 403 },
  signInInsecure: { issuer },
  strayAddress: { url: 'https://id.example/token', address: '10.0.0.1' },
  signInBroken: { issuer, message: 'no code' },
  signInNoWindow: {},
};
