import type { FormBinding } from '#lib/login/page-models';

/** What goes back with the form, so that the answer belongs to this interaction and this browser. */
export function HiddenInputs({ form }: { readonly form: FormBinding }) {
  return (
    <>
      {form.interaction !== null && <input type="hidden" name="interaction" value={form.interaction} />}
      <input type="hidden" name="csrf" value={form.csrf} />
    </>
  );
}
