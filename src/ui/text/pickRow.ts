/** A row of a quick pick with the value that it stands for. */
export interface PickRow<T> {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** Ticked at first, where several can be picked. */
  readonly picked?: boolean;
  readonly value: T;
}
