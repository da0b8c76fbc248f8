/** Stores credentials where only the person's own windows can read them. */
export interface CredentialStore {
  /** @throws UserError `signInNoWindow` if no window is connected to store them. */
  load(key: string, signal: AbortSignal): Promise<string | undefined>;
  /**
   * Resolves once they are stored, or removed if there are none.
   * @throws as {@link load}.
   */
  store(key: string, credentials: string | undefined, signal: AbortSignal): Promise<void>;
  /** Runs a task while no other host uses the same credentials; absent if there is no other host. */
  alone?<T>(key: string, task: () => Promise<T>): Promise<T>;
}
