import { defineConfig } from 'vitest/config';

// Unit tests of one folder, which `mutation.mjs` names, on changed source: again and again in one process.
export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    setupFiles: ['test/unit/leakCheck.ts'],
    isolate: false,
  },
});
