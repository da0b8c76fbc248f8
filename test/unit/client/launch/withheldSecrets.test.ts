import { expect, it } from 'vitest';
import { secretVariables, withoutVariables } from '../../../../src/client/launch/launchSecrets';

it('names what looks like a secret, by its name or by its value', () => {
  const environment = {
    GITHUB_TOKEN: 'x1y2z3',
    AWS_SECRET_ACCESS_KEY: 'abc/def',
    AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7ABCDEFG',
    DATABASE_URL: 'postgres://ann:hunter22@db/x',
    HARMLESS: 'ghp_0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R',
    api_key: 'k-123456789',
  };
  expect(secretVariables({ ...environment, HOME: '/home/ann' })).toEqual(
    Object.keys(environment).toSorted(),
  );
});

it('leaves alone what a server needs to run', () => {
  const needed = {
    PATH: '/usr/bin:/bin',
    Path: 'C:\\Windows',
    PWD: '/home/ann/app',
    HOME: '/home/ann',
    SHELL: '/bin/zsh',
    LANG: 'en_GB.UTF-8',
    TERM: 'xterm-256color',
    SSH_AUTH_SOCK: '/tmp/ssh-1/agent.2',
    XAUTHORITY: '/run/user/1000/.Xauthority',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
    NODE_EXTRA_CA_CERTS: '/etc/ssl/ca.pem',
    HTTPS_PROXY: 'http://proxy:3128',
    XDG_SESSION_ID: '2',
    TOKEN_LIMIT: '4096',
    GOOGLE_APPLICATION_CREDENTIALS_PATH: '/home/ann/key.json',
    LS_COLORS: 'rs=0:di=01;34:ln=01;36:mh=00:pi=40;33',
  };
  expect(secretVariables(needed)).toEqual([]);
});

it('takes just these away', () => {
  expect(withoutVariables({ A: '1', B: '2' }, ['B', 'C'])).toEqual({ A: '1' });
});
