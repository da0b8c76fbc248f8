import { NotedInputs } from '../chat/notedInputs';

/** Calls that `@roundhouse` is about to make, by their inputs. */
export const participantInputs = new NotedInputs<'participant'>();
