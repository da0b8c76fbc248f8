/** Keeps credentials where only the person's own windows can read them. */
export interface CredentialStore {
  /** @throws UserError `signInNoWindow` where nobody is there who keeps them. */
  load(key: string, signal: AbortSignal): Promise<string | undefined>;
  /** Resolves once it is kept, or removed where nothing is given. @throws as {@link load}. */
  store(key: string, credentials: string | undefined, signal: AbortSignal): Promise<void>;
  /** Does something while no other host does with the same credentials; absent where there is no other. */
  alone?<T>(key: string, task: () => Promise<T>): Promise<T>;
}
