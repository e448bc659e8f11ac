import type { ReactNode } from 'react';
import { Button } from '#components/ui/button';

type SubmitButtonProps = {
  readonly variant?: 'primary' | 'secondary' | 'danger' | 'confirmed-danger' | 'quiet';
  readonly size?: 'normal' | 'small';
  readonly name?: string;
  readonly value?: string;
  readonly children: ReactNode;
};

/** A submit button. browser/pending-submit.ts ignores a second press. */
export function SubmitButton({ variant = 'primary', size = 'normal', children, ...rest }: SubmitButtonProps) {
  return (
    <Button variant={variant} size={size} {...rest}>
      {children}
    </Button>
  );
}
