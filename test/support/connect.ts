import { connectWith } from '../../src/connection/connect';
import { forgetfulKeeper } from '../../src/processes/forgetfulKeeper';

/** The real connection; nothing is recorded of what it starts. */
export const connect = connectWith(forgetfulKeeper);
