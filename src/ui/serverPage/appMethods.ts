/** Requests of an app that the editor answers. */
export const editorMethods = ['tools/call', 'resources/read', 'ui/open-link'] as const;
export type EditorMethod = (typeof editorMethods)[number];
