import { createHmac, randomBytes, randomUUID, timingSafeEqual, type KeyObject } from 'node:crypto';
import * as z from 'zod';
import { mcpObjectSchema } from '../../ipc/state';

const factsSchema = z.object({
  serverId: z.string(),
  /** The revision that was agreed on. */
  version: z.string(),
  capabilities: mcpObjectSchema,
  info: mcpObjectSchema.optional(),
});

/** What there is to know of a session for it to go on. */
export type SessionFacts = Readonly<z.infer<typeof factsSchema>>;

/** Requests have their headers in 16 KB, all together. */
const longestId = 4_096;

/**
 * Names of sessions that carry their facts, signed: a host that knows the key takes up the sessions of an
 * earlier one, or what it has let go itself, and clients need not notice. They open nothing without a token.
 */
export class SessionSeal {
  constructor(private readonly key: KeyObject) {}

  /** A new name; one that would be too long carries nothing. */
  seal(facts: SessionFacts): string {
    const text = Buffer.from(JSON.stringify(facts)).toString('base64url');
    const signed = `${randomBytes(12).toString('base64url')}.${text}`;
    const id = `${signed}.${this.#sign(signed)}`;
    return id.length > longestId ? randomUUID() : id;
  }

  /** The facts of a session of a host with the same key; `undefined` for every other name. */
  open(id: string): SessionFacts | undefined {
    if (id.length > longestId) return undefined;
    const end = id.lastIndexOf('.');
    const signed = id.slice(0, Math.max(end, 0));
    const text = signed.split('.')[1];
    if (text === undefined || !isEqual(id.slice(end + 1), this.#sign(signed))) return undefined;
    return factsSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  }

  #sign(text: string): string {
    return createHmac('sha256', this.key).update(`session ${text}`).digest('base64url');
  }
}

function isEqual(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
