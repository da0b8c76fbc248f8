import type { Target } from './target';
import { config } from './targets/config';
import { edits } from './targets/edits';
import { events } from './targets/events';
import { gateway } from './targets/gateway';
import { handshake } from './targets/handshake';
import { lines } from './targets/lines';
import { lists } from './targets/lists';
import { messages } from './targets/messages';
import { neighbours } from './targets/neighbours';
import { pasted } from './targets/pasted';
import { posted } from './targets/posted';
import { schemas } from './targets/schemas';
import { socket } from './targets/socket';
import { values } from './targets/validator';

/** Everything that reads what others wrote. */
export const targets: readonly Target[] = [
  lines,
  messages,
  events,
  handshake,
  lists,
  schemas,
  values,
  config,
  neighbours,
  edits,
  pasted,
  posted,
  gateway,
  socket,
];
