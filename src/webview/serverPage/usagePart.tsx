import { computed } from '@preact/signals-core';
import type { ProcessSample } from '../../ipc/processUsage';
import { t } from '../../ui/serverPage/pageTexts';
import { cpuText, memoryText } from '../../ui/text/texts';
import { Icon } from '../shared/icon';
import { samples, server } from './pageState';
import './usagePart.css';

/** Memory and processor time of the server, summed over its processes, while somebody looks. */
export function Usage() {
  const shown = samples.value;
  const last = shown.at(-1);
  return (
    <section>
      <h2>{t('usage')}</h2>
      {last ? (
        <>
          <Plot
            label={t('memory')}
            value={`${memoryText(last.memory)} · ${t('processes', { count: last.processes })}`}
            values={shown.map(({ memory }) => memory)}
          />
          <Plot
            label={t('processor')}
            value={last.cpu === undefined ? '' : cpuText(last.cpu)}
            values={shown.map(({ cpu = 0 }) => cpu)}
          />
        </>
      ) : (
        <p class="empty">{t(server.value?.hasProcess ? 'notMeasured' : 'noUsage')}</p>
      )}
    </section>
  );
}

/** The samples of each process of the last one, by its id and birth. */
const courses = computed(() => {
  const found = new Map<string, ProcessSample[]>();
  for (const { tree = [] } of samples.value) {
    for (const one of tree) {
      const course = found.get(keyOf(one));
      if (course) course.push(one);
      else found.set(keyOf(one), [one]);
    }
  }
  return found;
});

/** Each process of the server; nothing where they are not known. */
export function ProcessTree() {
  const last = samples.value.at(-1);
  const tree = last?.tree ?? [];
  if (!last || tree.length === 0) return null;
  const more = last.processes - tree.length;
  return (
    <section>
      <h2>{t('processTree')}</h2>
      <div class="table processes" tabIndex={0} role="region" aria-label={t('processTree')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('command')}</th>
              <th scope="col">{t('processId')}</th>
              <th scope="col">{t('memory')}</th>
              <th scope="col">{t('processor')}</th>
            </tr>
          </thead>
          <tbody>
            {tree.map((one) => (
              <Process key={keyOf(one)} one={one} />
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 ? <p class="note">{t('moreProcesses', { count: more })}</p> : null}
    </section>
  );
}

function Process({ one }: { readonly one: ProcessSample }) {
  const { pid, parent, depth, command, memory, cpu } = one;
  const course = courses.value.get(keyOf(one)) ?? [];
  return (
    <tr>
      <th scope="row">
        <span class="command" style={{ paddingLeft: `${depth * 1.2}rem` }}>
          {depth > 0 ? <Icon name="indent" /> : null}
          <code>{command}</code>
          {parent === undefined ? null : (
            <span class="heard">{t('startedBy', { pid: parent })}</span>
          )}
        </span>
      </th>
      <td>{pid}</td>
      <td>
        <span>{memoryText(memory)}</span>
        <Course values={course.map((sample) => sample.memory)} />
      </td>
      <td>
        <span>{cpu === undefined ? '' : cpuText(cpu)}</span>
        <Course values={course.map((sample) => sample.cpu ?? 0)} />
      </td>
    </tr>
  );
}

function keyOf({ pid, birth }: ProcessSample): string {
  return `${pid} ${birth}`;
}

function Plot({
  label,
  value,
  values,
}: {
  readonly label: string;
  readonly value: string;
  readonly values: readonly number[];
}) {
  return (
    <div class="plot">
      <span>{label}</span>
      <span class="value">{value}</span>
      <Course values={values} />
    </div>
  );
}

/** A figure over time, from zero to its highest. */
function Course({ values }: { readonly values: readonly number[] }) {
  const highest = Math.max(...values, 1e-9);
  const step = 100 / Math.max(1, values.length - 1);
  const points = values.map((one, at) => `${at * step},${24 - (one / highest) * 22}`).join(' ');
  return (
    <svg class="course" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points} vector-effect="non-scaling-stroke" />
    </svg>
  );
}
