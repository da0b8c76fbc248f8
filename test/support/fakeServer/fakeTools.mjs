// What the tools of the fake servers do; `FakeOptions.tools` names those that a server has.

export const later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const text = (value) => ({ content: [{ type: 'text', text: value }] });

/** Each gets its call, gives a result, or `undefined` for no answer at all. */
export const behaviours = {
  echo: ({ args }) => ({ ...text(String(args.text)), vendorField: { kept: true } }),
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
  log({ push }) {
    push({
      method: 'notifications/message',
      params: { level: 'critical', logger: 'fake', data: 'it burns' },
    });
    push({ method: 'notifications/vendor/thing', params: { unknown: 1 } });
    return text('logged');
  },
};
