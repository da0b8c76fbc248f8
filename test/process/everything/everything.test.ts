import { afterAll, beforeAll, describe, it } from 'vitest';
import { practise } from '../../support/everything/exercise';
import type { McpUser } from '../../support/everything/mcpUser';
import { questionExercises, taskExercise } from '../../support/everything/questionExercises';
import { readingExercises } from '../../support/everything/readingExercises';
import { routes } from '../../support/everything/routes';
import { toolExercises } from '../../support/everything/toolExercises';

const exercises = [...readingExercises, ...toolExercises, ...questionExercises];

describe.each(routes)('server-everything by $name', (route) => {
  let user: McpUser;
  beforeAll(async () => void (user = await route.open()));
  afterAll(() => user[Symbol.asyncDispose]());

  it.each(exercises)('$name', async (exercise) => {
    await practise(exercise, user);
  });
});

// Side by side, because it is the server that takes its time.
describe.concurrent(taskExercise.name, () => {
  it.each(routes)('by $name', async (route) => {
    await using user = await route.open();
    await practise(taskExercise, user);
  });
});
