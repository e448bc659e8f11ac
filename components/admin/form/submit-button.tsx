'use client';

import type { ReactNode } from 'react';
import { useFormStatus } from 'react-dom';
import { Button } from '#components/ui/button';

type SubmitButtonProps = {
  readonly variant?: 'primary' | 'secondary' | 'danger' | 'quiet';
  readonly size?: 'normal' | 'small';
  readonly name?: string;
  readonly value?: string;
  readonly children: ReactNode;
};

/** Sends its form once: while that is under way it says so and does nothing more. */
export function SubmitButton({ variant = 'primary', size = 'normal', children, ...rest }: SubmitButtonProps) {
  const { pending } = useFormStatus();
  return (
    <Button
      variant={variant}
      size={size}
      aria-disabled={pending || undefined}
      data-pending={pending || undefined}
      onClick={(event) => pending && event.preventDefault()}
      {...rest}
    >
      {children}
    </Button>
  );
}
