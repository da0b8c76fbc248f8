import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Installs what only some tests run. */
const serversUnderTest = 'test/support/installServers.ts';
/** Files of one process share its modules, because reading these is most of the work of many files. */
const shared = { isolate: false, pool: 'forks' } as const;

/** Milliseconds after which a test hangs; a machine that has other things to do may take many times what tests need. */
const hangs = 240_000;

/** Where many tests share two cores, a condition may take longer than the second that Vitest waits. */
const patient = {
  setupFiles: ['test/support/waitLonger.ts'],
  expect: { poll: { timeout: 60_000 } },
  testTimeout: hangs,
  hookTimeout: hangs,
};

/** Nothing of a run stays in the temporary folder. */
const tidy = {
  ...patient,
  globalSetup: ['test/support/tempFolderOfRun.ts'],
  setupFiles: [...patient.setupFiles, 'test/support/tempFolder.ts'],
};

/**
 * Files of test/process that run one after another, each with its reason. The others run beside each other: they
 * find free ports, and count only processes that name their own folder.
 */
const aloneReasons = {
  bigResults: 'its bounds are times and memory beside those of a bare connection',
  hostile: 'bounds on the memory of hosts that are kept as busy as can be',
  longCalls: 'a minute is a second in it, so that a second late is a minute late',
  manyServers: 'compares the times of two starts of fifty servers',
  realCatalogs: 'starts a server of other people for each processor, with heavy packages',
  realForms: 'starts the same servers as realCatalogs',
  realServers: 'starts servers of other people side by side, with heavy packages',
  'sdkFaults/http': 'tells faults of other clients by their time limits',
  'sdkFaults/stdio': 'tells faults of other clients by their time limits',
  searchQuality: 'starts the same servers as realCatalogs',
  soak: 'thirty servers, and bounds on the memory and the longest call of their host',
};
const alone = Object.keys(aloneReasons).map((name) => `test/process/${name}.test.ts`);

/**
 * Files of test/process that take more than half of the time of all: a terminal or a host's process for each test, or
 * limits that are waited for.
 */
const slow = [
  'cli',
  'connectAgent',
  'hostProcess',
  'quarantine',
  'recovery',
  'startFailures',
  'stdioLife',
].map((name) => `test/process/${name}.test.ts`);

/** Files that run beside each other: many tests wait rather than work. */
function sideBySide(name: string, include: string[], exclude: string[] = []) {
  return {
    test: {
      ...tidy,
      name,
      include,
      exclude,
      globalSetup: [...tidy.globalSetup, serversUnderTest],
      ...shared,
      maxWorkers: 2 * availableParallelism(),
    },
  };
}

/** Files of `test/e2e` that look at pages: in one look as such, and in all of them with the pictures. */
const looking = ['approvalLooks', 'catalogChanges', 'overview', 'serverPage', 'traffic'].map(
  (name) => `test/e2e/${name}.test.ts`,
);

/** Files that run one after another, since each has an editor and a browser, which keep two cores busy. */
function inEditor(name: 'e2e' | 'looks', others: string[] = [], env = {}) {
  return {
    test: {
      name,
      ...patient,
      env,
      include: [`test/${name}/**/*.test.ts`, ...others],
      globalSetup: [serversUnderTest, 'test/support/editor/extensionsOfRun.ts'],
      fileParallelism: false,
    },
  };
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...tidy,
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          setupFiles: [...tidy.setupFiles, 'test/unit/leakCheck.ts'],
          ...shared,
          // Many tests wait rather than work.
          maxWorkers: availableParallelism() + 1,
        },
      },
      sideBySide('process', ['test/process/**/*.test.ts'], [...alone, ...slow]),
      sideBySide('processSlow', slow),
      {
        test: {
          ...tidy,
          name: 'processAlone',
          include: alone,
          globalSetup: [...tidy.globalSetup, serversUnderTest],
          fileParallelism: false,
        },
      },
      {
        test: {
          ...tidy,
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          // Most of a row is waiting for a limit.
          maxWorkers: 2 * availableParallelism(),
        },
      },
      {
        // It measures heap and processor time, which other tests in the same process would change.
        test: { ...tidy, name: 'fuzz', include: ['test/fuzz/**/*.test.ts'] },
      },
      {
        test: {
          ...patient,
          name: 'long',
          include: ['test/long/**/*.test.ts'],
          testTimeout: 600_000,
        },
      },
      inEditor('e2e'),
      inEditor('looks', looking, { ROUNDHOUSE_LOOKS: 'all' }),
    ],
  },
});
