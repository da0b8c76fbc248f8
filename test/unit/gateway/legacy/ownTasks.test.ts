import { expect, it } from 'vitest';
import { openGateway } from '../../../support/gateway/openGateway';
import { rpc } from '../../../support/gateway/rawClient';

type Opened = Awaited<ReturnType<typeof openGateway>>;

/** A server that knows the tasks of everybody, and gives each a new one. */
async function open(): Promise<Opened> {
  const opened = await openGateway();
  const ids: string[] = [];
  opened.server.respond = async ({ task, taskId }) => {
    if (task) {
      ids.push(`task ${ids.length + 1}`);
      return { task: { taskId: ids.at(-1), status: 'working' } };
    }
    if (taskId !== undefined) return { taskId, status: 'working' };
    return { tasks: ids.map((id) => ({ taskId: id, status: 'working' })), nextCursor: 'more' };
  };
  return opened;
}

it('a client sees, follows and cancels its own tasks, and nobody else’s', async () => {
  await using opened = await open();
  const send = async (headers: Record<string, string>, method: string, params = {}) =>
    JSON.parse((await opened.client.send({ headers, body: rpc(2, method, params) })).body);
  const [mine, others] = [await opened.client.session(), await opened.client.session()];
  for (const headers of [mine, others]) {
    await send(headers, 'tools/call', { name: 'first', task: {} });
  }
  expect(await send(mine, 'tasks/list')).toMatchObject({
    result: { tasks: [{ taskId: 'task 1' }], nextCursor: 'more' },
  });
  expect((await send(others, 'tasks/list')).result.tasks).toMatchObject([{ taskId: 'task 2' }]);
  for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel']) {
    const taskId = 'task 1';
    expect(await send(mine, method, { taskId })).toMatchObject({ result: { taskId } });
    const before = opened.server.asked.length;
    expect(await send(others, method, { taskId })).toMatchObject({
      error: { code: -32602, message: 'Task not found' },
    });
    expect(opened.server.asked).toHaveLength(before);
  }
});
