import { adminTexts } from '#lib/i18n/admin/texts';
import type { AdminRole } from '#lib/users/user';

const roles = ['none', 'auditor', 'editor', 'owner'] as const;

/** Chooses the role of a user in the administration. Each role says what it can do. */
export function ChooseRole({ role }: { readonly role: AdminRole | null }) {
  const { role: texts, roles: names } = adminTexts.users;
  return (
    <fieldset className="grid gap-3">
      <legend className="pb-2 font-medium text-sm">{texts.label}</legend>
      {roles.map((name) => (
        <label key={name} className="grid grid-cols-[auto_1fr] gap-x-3 text-sm">
          <input
            type="radio"
            name="role"
            value={name}
            defaultChecked={name === (role ?? 'none')}
            required
            className="mt-0.5 size-4 accent-primary"
          />
          <span className="font-medium">{names[name]}</span>
          <span className="col-start-2 text-muted-foreground">{texts.help[name]}</span>
        </label>
      ))}
    </fieldset>
  );
}
