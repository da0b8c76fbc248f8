import type { HTMLAttributes } from 'preact';

declare module 'preact' {
  namespace JSX {
    /** The elements of `@vscode-elements/elements` that the pages use; each documents its attributes. */
    interface IntrinsicElements {
      'vscode-button': HTMLAttributes<HTMLElement> & {
        readonly secondary?: boolean;
        readonly disabled?: boolean;
        readonly icon?: string;
      };
    }
  }
}
