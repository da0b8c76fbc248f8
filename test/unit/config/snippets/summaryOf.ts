import type { Definition, Launch } from '../../../../src/config/definition';

/**
 * A definition on one line: a command line with its variables, or the transport with address and
 * headers; then in brackets what stands beside the launch.
 */
export function summaryOf({ launch, inputs, settings, unread, dev }: Definition): string {
  const beside = [
    ...(launch.type === 'stdio' && launch.cwd !== undefined ? [`cwd ${launch.cwd}`] : []),
    ...(launch.type === 'stdio' && launch.envFile !== undefined
      ? [`envFile ${launch.envFile}`]
      : []),
    ...(launch.type === 'stdio' && launch.sandbox ? ['sandboxed'] : []),
    ...(launch.type !== 'stdio' && launch.oauth?.clientId !== undefined
      ? [`client ${launch.oauth.clientId}`]
      : []),
    ...(inputs.length > 0 ? [`asks ${inputs.map(({ id }) => id).join(' ')}`] : []),
    ...(settings ? [JSON.stringify(settings)] : []),
    ...(dev ? [`dev ${JSON.stringify(dev)}`] : []),
    ...(unread ? [`without ${unread.join(' ')}`] : []),
  ];
  return [launchText(launch), ...beside.map((part) => `[${part}]`)].join(' ');
}

function launchText(launch: Launch): string {
  if (launch.type !== 'stdio') {
    const headers = Object.entries(launch.headers).map(([name, value]) => `{${name}: ${value}}`);
    return [launch.type, launch.url, ...headers].join(' ');
  }
  const env = Object.entries(launch.env).map(([name, value]) => `${name}=${quoted(value ?? '∅')}`);
  return [...env, ...[launch.command, ...launch.args].map(quoted)].join(' ');
}

function quoted(text: string): string {
  return /[\s'"]|^$/.test(text) ? `'${text}'` : text;
}
