import type { Page } from 'playwright-core';
import { runCommand } from './runCommand';

/** Closes what stands over a window, and over the place where a person types to chat. */
export function clearNotifications(page: Page): Promise<void> {
  return runCommand(page, 'Notifications: Clear All Notifications');
}

/** Waits for a notification with this in it, and closes all. */
export async function clearNotification(page: Page, text: string): Promise<void> {
  const notification = page.locator('.notification-toast', { hasText: text });
  await notification.waitFor();
  await clearNotifications(page);
  await notification.waitFor({ state: 'detached' });
}
