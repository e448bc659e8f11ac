import type { FieldKind } from '#lib/admin/entries/entry-fields';
import { type TenantField as FieldName, tenantTabs } from '#lib/admin/tenants/tenant-fields';
import { adminTexts } from '#lib/i18n/admin/texts';
import { languages } from '#lib/i18n/locales';
import { EntryField, type Option } from '../entries/entry-field';

type TenantFieldProps = {
  readonly name: FieldName;
  readonly values: readonly string[];
  readonly providers?: readonly Option[];
};

const kinds: Readonly<Record<FieldName, FieldKind>> = { ...tenantTabs.settings, ...tenantTabs.branding };

/** A setting of a tenant. */
export function TenantField({ name, values, providers = [] }: TenantFieldProps) {
  const [label, help] = adminTexts.tenants.fields[name];
  return (
    <EntryField
      name={name}
      kind={kinds[name]}
      label={label}
      help={help}
      values={values}
      options={optionsOf(name)}
      names={providers}
    />
  );
}

function optionsOf(name: FieldName): readonly Option[] {
  if (name === 'default_locale') {
    const known = Object.entries(languages).map(([value, label]) => ({ value, label }));
    return [{ value: '', label: adminTexts.tenants.noLocale }, ...known];
  }
  const known: Readonly<Record<string, Readonly<Record<string, string>>>> = adminTexts.tenants.options;
  return Object.entries(known[name] ?? {}).map(([value, label]) => ({ value, label }));
}
