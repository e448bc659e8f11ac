'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { TypedValues } from '#lib/admin/access/carried-form';
import { confirmationNames } from '#lib/admin/access/confirmation-fields';
import type { StepUpView } from '#lib/admin/access/read-step-up';
import { type ActionState, untouched } from '#lib/admin/action-state';

type StepUpPageProps = {
  /** Null for a person who can change nothing. */
  readonly stepUp: StepUpView | null;
  /** What was typed into a form of the page before a new sign-in. */
  readonly carried: TypedValues | null;
};

const Page = createContext<StepUpPageProps | null>(null);

/** Tells the forms of a page how the person can confirm their identity. */
export function StepUpPage({ children, ...page }: StepUpPageProps & { readonly children?: ReactNode }) {
  return <Page value={page}>{children}</Page>;
}

export function useStepUp(): StepUpView | null {
  return useContext(Page)?.stepUp ?? null;
}

/** The first state of a form: what was typed into this form before a new sign-in, if anything. */
export function useCarried(label: string | undefined, hidden: Readonly<Record<string, string>>): ActionState {
  const values = useContext(Page)?.carried ?? null;
  const first = (name: string) => values?.[name]?.[0] ?? '';
  const isThis =
    values !== null &&
    first(confirmationNames.form) === (label ?? '') &&
    Object.entries(hidden).every(([name, value]) => name === 'version' || first(name) === value);
  return isThis ? { ...untouched, values, problem: 'reauthenticate' } : untouched;
}
