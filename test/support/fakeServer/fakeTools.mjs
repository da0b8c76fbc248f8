// What the tools of the fake servers do; `FakeOptions.tools` names those that a server has.

export const later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const text = (value) => ({ content: [{ type: 'text', text: value }] });

/** Each gets its call, gives a result, or `undefined` for no answer at all. */
export const behaviours = {
  echo: ({ args }) => ({ ...text(String(args.text)), vendorField: { kept: true } }),
  // Its arguments are its result.
  show: ({ args }) => args,
  slow: () => undefined,
  // Answers after `ms`; not any more once it is cancelled.
  async sleep({ args, isCancelled }) {
    await later(args.ms ?? 0);
    return isCancelled() ? undefined : text('slept');
  },
  // Notes that it is called, and answers when its process gets a SIGUSR2.
  hold: ({ io }) =>
    new Promise((resolve) => {
      process.once('SIGUSR2', () => resolve(text('held')));
      io.note?.('holds');
    }),
  cancelled: ({ state }) => text(JSON.stringify(state.cancelled)),
  crash: ({ args, io }) => (args.signal ? io.kill?.(args.signal) : io.exit(args.code ?? 3)),
  // Does nothing else for `ms`, as a server does that computes on its only thread.
  async busy({ args, io }) {
    await io.hang?.(args.ms ?? 0);
    return text('awake');
  },
  // The same for ever.
  hang: ({ io }) => io.hang?.(Infinity),
  // Its process is stopped in the middle of the call, and answers if it is continued.
  stop({ io }) {
    io.kill?.('SIGSTOP');
    return text('went on');
  },
  // From now on nothing is written any more; what comes is read.
  mute: ({ state }) => void (state.muted = true),
  // Half of its answer, then the end of the process or the stream.
  cut({ io }) {
    io.cut?.();
    return text('cut off');
  },
  async flood({ args, io }) {
    await io.flood?.((args.megabytes ?? 1) * 1_000_000);
    return text('flooded');
  },
  storm({ args, push }) {
    for (let count = 0; count < (args.count ?? 1_000); count++) {
      push({ method: 'notifications/tools/list_changed' });
    }
    return text('stormed');
  },
  huge: ({ args, options }) => text('x'.repeat(args.bytes ?? options.hugeResultBytes ?? 1)),
  // `count` records with a note of 150 characters, of which that of `needle` is another one: as one line of JSON, or
  // a line for each.
  rows({ args }) {
    const rows = Array.from({ length: args.count ?? 10 }, (_, id) => {
      return { id, name: `row ${id}`, note: id === args.needle ? 'the needle' : 'hay '.repeat(38) };
    });
    const lines = () => rows.map(({ id, note }) => `row ${id}: ${note}`).join('\n');
    return text(args.lines ? lines() : JSON.stringify({ rows }));
  },
  // An image, a sound and bytes, and a link; with `error` it has failed, too.
  media({ args }) {
    const data = Buffer.from('not much').toString('base64');
    const blob = { uri: 'fake://archive', mimeType: 'application/zip', blob: data };
    const link = { type: 'resource_link', uri: 'fake://linked', name: 'linked' };
    const content = [
      { type: 'text', text: 'Here it is.' },
      { type: 'image', mimeType: 'image/png', data: onePixel },
      { type: 'audio', mimeType: 'audio/wav', data },
      { type: 'resource', resource: blob },
      {
        type: 'resource',
        resource: { uri: 'fake://note', mimeType: 'text/plain', text: 'a note' },
      },
      link,
    ];
    return { content, structuredContent: { not: 'shown' }, ...(args.error && { isError: true }) };
  },
  fail: () => ({ error: { code: -32099, message: 'it failed on purpose' } }),
  null_result: () => null,
  async progress({ args, progressToken, send }) {
    const steps = args.steps ?? 3;
    for (let step = 1; step <= steps; step++) {
      await later(args.interval ?? 1);
      const params = { progressToken, progress: step, total: steps, message: `step ${step}` };
      if (progressToken !== undefined) send({ method: 'notifications/progress', params });
    }
    return text('done');
  },
  // Tells of progress every `interval` milliseconds and never ends.
  async forever({ args, progressToken, send, isCancelled }) {
    for (let progress = 1; !isCancelled(); progress++) {
      await later(args.interval ?? 10);
      send({ method: 'notifications/progress', params: { progressToken, progress } });
    }
  },
  add_tool({ args, state, push }) {
    state.tools.push({ name: args.name, inputSchema: { type: 'object' } });
    push({ method: 'notifications/tools/list_changed' });
    return text('added');
  },
  // Another definition of a tool, told of unless it is done in secret.
  rewrite({ args, state, push }) {
    const { name, secretly, ...change } = args;
    state.tools = state.tools.map((tool) => (tool.name === name ? { ...tool, ...change } : tool));
    if (!secretly) push({ method: 'notifications/tools/list_changed' });
    return text('changed');
  },
  log({ push }) {
    push({
      method: 'notifications/message',
      params: { level: 'critical', logger: 'fake', data: 'it burns' },
    });
    push({ method: 'notifications/vendor/thing', params: { unknown: 1 } });
    return text('logged');
  },
};
