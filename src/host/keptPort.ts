import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The gateway's port is chosen once per data folder, so that clients find it where it was. */
export class KeptPort {
  readonly #file: string;

  constructor(private readonly dataFolder: string) {
    this.#file = path.join(dataFolder, 'gateway-port');
  }

  /** The port to try first; `undefined` before the first start. */
  async read(): Promise<number | undefined> {
    const port = Number(await readFile(this.#file, 'utf8').catch(() => undefined));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  }

  /** Keeps the first port ever chosen; a later one stands in for it only while it is taken. */
  async keep(port: number): Promise<void> {
    await mkdir(this.dataFolder, { recursive: true });
    await writeFile(this.#file, String(port), { flag: 'wx' }).catch(() => undefined);
  }
}
