import { NotedInputs } from '../editing/notedInputs';

/** Of the calls that our participant has just begun to make, whose calls they are. */
export const participantInputs = new NotedInputs<'participant'>();
