import { shownLocale } from '../../ui/text/shownLocale';

export function clockText(time: number): string {
  return new Date(time).toLocaleTimeString(shownLocale(), { hourCycle: 'h23' });
}

/** The time of the day, with the date where it is another one. */
export function shortTimeText(time: number, now = Date.now()): string {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString();
  return isToday ? clockText(time) : timeText(time);
}

export function timeText(time: number): string {
  return new Date(time).toLocaleString(shownLocale());
}
