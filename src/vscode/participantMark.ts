import { randomUUID } from 'node:crypto';

/** Stands in the calls of our participant, which no model can write: whose calls they are is recorded. */
export const participantMark = randomUUID();
