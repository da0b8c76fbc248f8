import { hiddenTricks } from './poisonedTools/hiddenTricks';
import { instructionTricks } from './poisonedTools/instructionTricks';
import { laterTricks } from './poisonedTools/laterTricks';
import type { PoisonedDefinition } from './poisonedTools/poisonedDefinition';
import { schemaTricks } from './poisonedTools/schemaTricks';

/** Every one must be found by what it says, as its server sends it. */
export const poisonedTools: readonly PoisonedDefinition[] = [
  ...instructionTricks,
  ...hiddenTricks,
  ...schemaTricks,
  ...laterTricks,
];
