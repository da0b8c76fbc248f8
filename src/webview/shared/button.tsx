import type { ButtonHTMLAttributes } from 'preact';
import { Icon } from './icon';

interface ButtonProps extends ButtonHTMLAttributes {
  readonly look?: 'primary' | 'secondary' | 'link' | 'disclosure';
  /** A codicon before the words. */
  readonly icon?: string;
}

/** A button of the page. */
export function Button({ look = 'secondary', icon, children, ...rest }: ButtonProps) {
  return (
    <button type="button" class={look} {...rest}>
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </button>
  );
}
