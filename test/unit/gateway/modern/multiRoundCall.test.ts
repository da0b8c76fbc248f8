import { expect, it } from 'vitest';
import type { RequestOptions } from '../../../../src/connection/connection';
import { MultiRoundCall } from '../../../../src/gateway/modern/multiRoundCall';
import type { ServerRequest } from '../../../../src/ipc/serverRequest';
import type { McpObject } from '../../../../src/ipc/state';
import { openGateway } from '../../../support/gateway/openGateway';
import { messageOf, modernRequest } from '../../../support/gateway/rawClient';

const form: ServerRequest = { method: 'elicitation/create', params: { message: 'Who?' } };
const never = new AbortController().signal;

it('goes on with a call whose server asks, once for each state and for its own request', async () => {
  await using opened = await openGateway();
  const send = async (more: McpObject) => {
    const request = modernRequest('tools/call', { name: 'first', ...more }, { elicitation: {} });
    return messageOf(await opened.client.send(request));
  };
  opened.server.respond = async (_params: McpObject, { answer }: RequestOptions) => ({
    content: [await answer?.(form, never)],
  });
  const asked = (await send({})).result;
  expect(asked).toMatchObject({ resultType: 'input_required' });
  const { requestState } = asked;
  const [key = ''] = Object.keys(asked.inputRequests);
  const inputResponses = { [key]: { action: 'accept', content: { name: 'Alice' } }, other: 1 };
  const next = { requestState, inputResponses };
  const foreign = await send({ ...next, arguments: { other: true } });
  expect(foreign.error).toMatchObject({ code: -32602 });
  const again = (await send({ requestState, inputResponses: {} })).result;
  expect(again).toMatchObject({ resultType: 'input_required', inputRequests: { [key]: {} } });
  const last = { inputResponses, requestState: again.requestState };
  expect((await send(last)).result).toMatchObject({
    resultType: 'complete',
    content: [{ action: 'accept', content: { name: 'Alice' } }],
  });
  expect((await send(last)).error).toMatchObject({ code: -32602 });
  expect(opened.server.asked).toHaveLength(1);
});

it('lets go of what a call is asked that was given up between two rounds', async () => {
  const call = new MultiRoundCall({ progress: () => undefined, notify: () => undefined });
  const outcome = call.answer(form, never);
  call.start(() => outcome);
  expect(await call.round()).toMatchObject({ inputRequests: {} });
  call.dispose();
  await expect(outcome).rejects.toThrow();
  await expect(call.answer(form, never)).rejects.toThrow();
});
