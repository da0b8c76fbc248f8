/** The local date of a time, such as `2026-11-05`: texts of dates are in the order of time. */
export function dayOf(time: number): string {
  const date = new Date(time);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** The beginning of a day, so many days after that of a time. Days with a change of clocks are longer or shorter. */
export function dayStart(time: number, daysLater = 0): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater).getTime();
}

/** The date of a time and those before it, oldest first. */
export function lastDays(time: number, count: number): string[] {
  return Array.from({ length: count }, (_day, at) => dayOf(dayStart(time, at + 1 - count)));
}
