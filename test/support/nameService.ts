import dns, { type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { onTestFinished, vi } from 'vitest';

/**
 * A name service for one test, which knows these names only. A name may lead elsewhere with each look: the last of
 * its lists stays. Gives the names that were looked up.
 */
export function serveNames(names: Readonly<Record<string, readonly (readonly string[])[]>>) {
  const asked: string[] = [];
  const left = new Map(Object.entries(names).map(([name, looks]) => [name, [...looks]]));
  const find = (host: string): LookupAddress[] => {
    asked.push(host);
    const looks = left.get(host) ?? (isIP(host) === 0 ? [] : [[host]]);
    const found = (looks.length > 1 ? looks.shift() : looks[0]) ?? [];
    if (found.length > 0) {
      return found.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    }
    throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
  };
  const lookup: LookupFunction = (host, options, settle) => {
    try {
      const found = find(host);
      if (options.all) settle(null, found);
      else settle(null, found[0]?.address ?? '', found[0]?.family);
    } catch (error) {
      settle(error as Error, []);
    }
  };
  const spies = [
    vi.spyOn(dns, 'lookup').mockImplementation(lookup as typeof dns.lookup),
    vi.spyOn(dns.promises, 'lookup').mockImplementation((async (
      host: string,
      { all }: LookupOptions,
    ) => {
      const found = find(host);
      return all ? found : found[0];
    }) as typeof dns.promises.lookup),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return asked;
}
