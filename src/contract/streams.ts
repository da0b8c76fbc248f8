import { duplexPair, type Duplex } from 'node:stream';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import { Channel } from './channel';

/** The contract over a byte stream: a socket, a pipe or one end of {@link memoryPair}. */
export function channelOver(stream: Duplex): Channel {
  return new Channel(
    createMessageConnection(new StreamMessageReader(stream), new StreamMessageWriter(stream)),
    stream,
  );
}

/** Two byte streams that are connected to each other, for a host in the same process. */
export function memoryPair(): [Duplex, Duplex] {
  return duplexPair({ allowHalfOpen: false });
}
