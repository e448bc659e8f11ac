'use client';

import { adminTexts } from '#lib/i18n/admin/texts';
import { useField } from '../form/form-state';

/** Chooses how a new user signs in for the first time. */
export function FirstPasswordChoice({ minimumLength }: { readonly minimumLength: number }) {
  const texts = adminTexts.users.new;
  const { value } = useField('first', 'link');
  const ways = [
    ['link', texts.link, texts.linkHelp],
    ['generated', texts.generated, texts.generatedHelp],
    ['typed', texts.typed, texts.typedHelp(minimumLength)],
    ['provider', texts.provider, texts.providerHelp],
  ] as const;
  return (
    <fieldset className="peer grid gap-3">
      <legend className="mb-2 font-medium text-sm">{texts.password}</legend>
      {ways.map(([way, label, help]) => (
        <label key={`${way} ${value}`} className="grid grid-cols-[auto_1fr] gap-x-3 text-sm">
          <input
            type="radio"
            name="first"
            value={way}
            defaultChecked={way === value}
            className="mt-0.5 size-4 accent-primary"
          />
          <span>{label}</span>
          <span className="col-start-2 text-muted-foreground">{help}</span>
        </label>
      ))}
    </fieldset>
  );
}
