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
  /** The time of a person's review in epoch milliseconds; absent for the first definition. */
  readonly seenAt?: number | undefined;
}

/** Pins by the keys of tools, see `Identity`. */
export type Pins = ReadonlyMap<string, Pin>;

/** The difference of a tool from its approved definition. */
export type Verdict = 'changed' | 'new';

/** Pins of tools that are gone, which may come back. */
const mostGone = 2_000;

/** A tool in pins: keys for its name and its definition. */
export interface Identity {
  readonly key: string;
  readonly hash: string;
}

/**
 * The difference of a tool from its pin, if any. It judges a definition and not a name, so that a list just read can be
 * judged.
 */
export function verdictOf(pins: Pins | undefined, { key, hash }: Identity): Verdict | undefined {
  const pin = pins?.get(key);
  if (!pins || (pin?.hash === hash && !pin.isNew)) return undefined;
  return !pin || pin.hash === hash ? 'new' : 'changed';
}

/** True if a tool with this verdict is held back from models; `strict` holds new tools, too. */
export function isHeld(verdict: Verdict | undefined, mode: PinMode): boolean {
  if (mode === 'off' || !verdict) return false;
  return verdict === 'changed' || mode === 'strict';
}

/**
 * The pins after a list was read: all tools of the first list, new tools of later ones. A new tool is pinned at once
 * and marked as new, so that its next change counts. Removed tools stay pinned. Returns the same object where nothing
 * is new.
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

/** The pins after a person has looked at these tools, at a time in epoch milliseconds. */
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
 * Merges the pins of two hosts for the same entry. The last reviewed of two pins of a tool wins, else the one stored
 * first. A pin that only the later host has is new. Returns the same object if nothing is added.
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

/** Drops pins of removed tools, the oldest first. */
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
