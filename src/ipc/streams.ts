import { duplexPair, type Duplex } from 'node:stream';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import { Channel } from './channel';

/** The contract over a byte stream: a socket, a pipe or one end of {@link memoryPair}. */
export function channelOver(stream: Duplex): Channel {
  const reader = new StreamMessageReader(stream);
  // Its timer for messages that come slowly outlives the stream, for ever.
  reader.partialMessageTimeout = 0;
  return new Channel(createMessageConnection(reader, new StreamMessageWriter(stream)), stream);
}

/** Two byte streams that are connected to each other, for a host in the same process. */
export function memoryPair(): [Duplex, Duplex] {
  return duplexPair({ allowHalfOpen: false });
}
