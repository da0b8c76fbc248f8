import { t } from './texts';

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

/** How much of the machine's memory, given in bytes: "84 MB", "1.2 GB". */
export function memoryText(bytes: number): string {
  const megabytes = bytes / 1024 ** 2;
  if (megabytes >= 1024) return t('gigabytes', { count: (megabytes / 1024).toFixed(1) });
  return t('megabytes', { count: megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes) });
}

/** How much of the processor; 1 is one core: "3 % CPU". */
export function cpuText(cores: number): string {
  return t('cpuShare', { percent: Math.round(cores * 100) });
}

/** A time span in milliseconds, as exact as a person wants it: "12 s", "5 min", "3 h 5 min", "4 days". */
export function durationText(milliseconds: number): string {
  const span = Math.max(0, milliseconds);
  if (span < minute) return t('seconds', { count: Math.floor(span / second) });
  const minutes = Math.floor((span % hour) / minute);
  if (span < hour) return t('minutes', { count: minutes });
  if (span < 2 * day) return t('hours', { hours: Math.floor(span / hour), minutes });
  return t('days', { count: Math.floor(span / day) });
}
