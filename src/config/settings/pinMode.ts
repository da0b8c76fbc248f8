/** Which tools are kept from models until a person has seen them: none, changed ones, or new ones too. */
export const pinModes = ['off', 'changed', 'strict'] as const;
export type PinMode = (typeof pinModes)[number];

/** What the person's settings say, unless those of the workspace are stricter; what is no mode says nothing. */
export function pinModeOf(user: unknown, ...narrowing: readonly unknown[]): PinMode {
  const said = pinModes.find((mode) => mode === user) ?? 'changed';
  const ranks = [said, ...narrowing].map((mode) => pinModes.findIndex((one) => one === mode));
  return pinModes[Math.max(...ranks)] ?? said;
}
