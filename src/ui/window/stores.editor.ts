import type * as vscode from 'vscode';
import type { KeyValueStore, SecretStore } from '../../client/stores';

/** The editor's memento as a store of plain values. */
export function keyValueStore(memento: vscode.Memento): KeyValueStore {
  return {
    get: (key) => memento.get(key),
    update: (key, value) => memento.update(key, value),
  };
}

/** The editor's secret store. */
export function secretStore(secrets: vscode.SecretStorage): SecretStore {
  return {
    get: (key) => secrets.get(key),
    store: (key, value) => secrets.store(key, value),
    delete: (key) => secrets.delete(key),
    onDidChange: (listener) => secrets.onDidChange(({ key }) => listener(key)),
  };
}
