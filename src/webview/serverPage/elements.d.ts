import type { HTMLAttributes } from 'preact';

/** Attributes of an element of `@vscode-elements/elements`; each element documents its own. */
type ElementAttributes<T = object> = HTMLAttributes<HTMLElement> & T;

interface FieldAttributes {
  readonly value?: string;
  readonly placeholder?: string;
  readonly label?: string;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly invalid?: boolean;
}

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'vscode-badge': ElementAttributes<{ readonly variant?: 'default' | 'counter' }>;
      'vscode-button': ElementAttributes<{
        readonly secondary?: boolean;
        readonly disabled?: boolean;
        readonly icon?: string;
      }>;
      'vscode-checkbox': ElementAttributes<{
        readonly checked?: boolean;
        readonly label?: string;
        readonly disabled?: boolean;
      }>;
      'vscode-icon': ElementAttributes<{
        readonly name: string;
        readonly label?: string;
        readonly spin?: boolean;
        readonly 'action-icon'?: boolean;
      }>;
      'vscode-option': ElementAttributes<{
        readonly value?: string;
        readonly description?: string;
        readonly selected?: boolean;
      }>;
      'vscode-progress-bar': ElementAttributes;
      'vscode-single-select': ElementAttributes<FieldAttributes & { readonly combobox?: boolean }>;
      'vscode-textarea': ElementAttributes<
        FieldAttributes & { readonly rows?: number; readonly monospace?: boolean }
      >;
      'vscode-textfield': ElementAttributes<
        FieldAttributes & { readonly type?: string; readonly name?: string }
      >;
    }
  }
}
