import type { PinMode } from '../../config/settings/toolPolicy';
import type { Tool } from '../../ipc/state';

/** A definition as it was when it was pinned. */
export interface Pin {
  /** Equal for definitions that say the same. */
  readonly hash: string;
  /** For people, to compare with; absent where it may not be kept. */
  readonly tool?: Tool | undefined;
  /** It came after the first list, and no person has looked at it yet. */
  readonly isNew?: boolean | undefined;
  /** When a person has looked at it, epoch milliseconds; absent: it was there first. */
  readonly seenAt?: number | undefined;
}

/** By what stands for the name of a tool. */
export type Pins = ReadonlyMap<string, Pin>;

/** Why a tool is not as it was when a person approved of its server. */
export type Verdict = 'changed' | 'new';

/** Pins of tools that are gone, which may come back. */
const mostGone = 2_000;

/** What stands for a tool in pins: its name, and what it says. */
export interface Identity {
  readonly key: string;
  readonly hash: string;
}

/** How a tool differs from what is pinned; `undefined` where it does not. */
export function verdictOf(pins: Pins | undefined, { key, hash }: Identity): Verdict | undefined {
  const pin = pins?.get(key);
  if (!pins || (pin?.hash === hash && !pin.isNew)) return undefined;
  return !pin || pin.hash === hash ? 'new' : 'changed';
}

/** Whether a tool with this verdict is kept from models. */
export function isHeld(verdict: Verdict | undefined, mode: PinMode): boolean {
  if (mode === 'off' || !verdict) return false;
  return verdict === 'changed' || mode === 'strict';
}

/**
 * The pins after a list was read. The first list is pinned as a whole; of later ones what is new, as such;
 * and what was removed stays pinned. The same object where nothing is new.
 */
export function pinned(
  pins: Pins | undefined,
  tools: readonly Tool[],
  identify: (tool: Tool) => Identity,
): Pins | undefined {
  if (!pins && tools.length === 0) return undefined;
  const fresh = tools.flatMap((tool) => {
    const { key, hash } = identify(tool);
    return pins?.has(key) ? [] : [[key, { hash, tool, ...(pins && { isNew: true }) }] as const];
  });
  if (pins && fresh.length === 0) return pins;
  return bounded(new Map<string, Pin>([...(pins ?? []), ...fresh]), tools, identify);
}

/** The pins after a person has looked at these tools as they are now, at a time in epoch milliseconds. */
export function accepted(
  pins: Pins | undefined,
  tools: readonly Tool[],
  identify: (tool: Tool) => Identity,
  seenAt: number,
): Pins {
  const seen = tools.map((tool) => {
    const { key, hash } = identify(tool);
    return [key, { hash, tool, seenAt }] as const;
  });
  return new Map<string, Pin>([...(pins ?? []), ...seen]);
}

/**
 * What two hosts have pinned of the same entry: of two pins of a tool what a person has seen last, else what was
 * kept first; what only the later one has is new. The same object where it adds nothing.
 */
export function merged(kept: Pins, own: Pins): Pins {
  const others = [...kept].filter(([key]) => !own.has(key)).slice(-mostGone);
  const ours = Array.from(own, ([key, pin]) => [key, later(kept.get(key), pin)] as const);
  const isSame = others.length === 0 && ours.every(([key, pin]) => own.get(key) === pin);
  return isSame ? own : new Map([...others, ...ours]);
}

function later(kept: Pin | undefined, own: Pin): Pin {
  const isSeen = (own.seenAt ?? 0) > (kept?.seenAt ?? 0);
  if (!kept) return isSeen || own.isNew ? own : { ...own, isNew: true };
  const isSame = kept.hash === own.hash && kept.isNew === own.isNew && kept.seenAt === own.seenAt;
  return isSeen || isSame ? own : kept;
}

/** Those that went first are forgotten first. */
function bounded(
  pins: Map<string, Pin>,
  tools: readonly Tool[],
  identify: (tool: Tool) => Identity,
): Pins {
  if (pins.size <= tools.length + mostGone) return pins;
  const there = new Set(tools.map((tool) => identify(tool).key));
  const gone = [...pins.keys()].filter((key) => !there.has(key));
  for (const key of gone.slice(0, -mostGone)) pins.delete(key);
  return pins;
}
