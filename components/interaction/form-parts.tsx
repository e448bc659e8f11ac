import type { FormBinding } from '#lib/login/form-binding';

/** Inputs that bind the answer to this interaction and this browser. */
export function HiddenInputs({ form }: { readonly form: FormBinding }) {
  return (
    <>
      {form.interaction !== null && <input type="hidden" name="interaction" value={form.interaction} />}
      <input type="hidden" name="csrf" value={form.csrf} />
    </>
  );
}

/** The inputs of a form that answers an application. */
export function HiddenFields({ fields }: { readonly fields: readonly (readonly [name: string, value: string])[] }) {
  return fields.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

/**
 * The text that is shown while the form is being sent. browser/pending-submit.ts shows it and blocks a second press.
 */
export function PendingSubmit({ message }: { readonly message: string }) {
  return <span role="status" className="sr-only" data-pending-submit={message} />;
}
