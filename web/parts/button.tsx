import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type Looks = 'primary' | 'danger' | 'quiet' | 'small' | 'square';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  looks?: readonly Looks[];
  icon?: IconName;
  /** Its act is under way: it cannot be begun twice. */
  busy?: boolean;
}

export function Button({ looks = [], icon, busy = false, children, disabled, ...rest }: ButtonProps): ReactNode {
  const isOff = disabled === true || busy;
  return (
    <button type="button" {...rest} className={['button', ...looks].join(' ')} disabled={isOff} aria-busy={busy}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A button that only a picture stands on. */
export function IconButton({
  label,
  icon,
  ...rest
}: Omit<ButtonProps, 'children'> & { label: string; icon: IconName }): ReactNode {
  const { looks = ['quiet'], ...others } = rest;
  return <Button {...others} looks={[...looks, 'square']} icon={icon} aria-label={label} title={label} />;
}
