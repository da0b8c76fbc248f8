import type { Locator, Page } from 'playwright-core';
import { runCommand } from './runCommand';

/** A notification over the window, with this in it if it is told. */
export function notificationIn(page: Page, text?: string): Locator {
  return page.locator('.notification-toast', text === undefined ? {} : { hasText: text });
}

/** Closes what stands over a window, and over the place where a person types to chat. */
export function clearNotifications(page: Page): Promise<void> {
  return runCommand(page, 'Notifications: Clear All Notifications');
}

/** Waits for a notification with this in it, and closes all. */
export async function clearNotification(page: Page, text: string): Promise<void> {
  const notification = notificationIn(page, text);
  await notification.waitFor();
  await clearNotifications(page);
  await notification.waitFor({ state: 'detached' });
}
