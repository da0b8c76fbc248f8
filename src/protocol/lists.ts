/** The lists whose changes a server notifies. */
export const listNames = ['tools', 'prompts', 'resources'] as const;
export type ListName = (typeof listNames)[number];

/** The method of the notification that a list has changed. */
export function listChanged(list: ListName): string {
  return `notifications/${list}/list_changed`;
}

const changed: ReadonlyMap<string, ListName> = new Map(
  listNames.map((list) => [listChanged(list), list]),
);

/** The list that a notification names as changed. */
export function changedList(method: string): ListName | undefined {
  return changed.get(method);
}

/** The field of a subscription that asks for the changes of a list (2026-07-28, "Subscriptions"). */
export function listFilter(list: ListName): string {
  return `${list}ListChanged`;
}
