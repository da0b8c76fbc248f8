import { manyServersSummary, startManyServers } from '../support/pool/manyServers';

const rounds = 5;

startManyServers(rounds).then(
  (result) => console.log(`\n${manyServersSummary(result)}`),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
