import { AdminError } from '../admin-error';
import { changeEntry, createEntry } from '../entries/change-entry';
import { providerPath } from '../entries/entry-path';
import { type LeadingForm, savedFlash } from '../flash/flash';
import { defineForm } from '../kit/define-form';
import { orderProviders } from './order-providers';
import { secretKeyOf, typedProvider } from './provider-fields';
import { providerSection } from './provider-section';

export const createProviderForm: LeadingForm = async (admin, form) => {
  const name = form.text('name');
  const report = await createEntry(admin, providerSection, {
    name,
    type: form.text('type'),
    enabled: form.text('enabled') === 'on',
    ...typedProvider(form),
    client_secret: form.text('client_secret') || null,
    private_key: form.text('private_key') || null,
  });
  return { goTo: providerPath(name), flash: savedFlash(report) };
};

/** Replaces the secret, or the key that signs it. The old one cannot be shown again. */
export const replaceSecretForm: LeadingForm = async (admin, form) => {
  const name = form.text('name');
  const report = await changeEntry(admin, providerSection, name, ({ wire }) => {
    const field = secretKeyOf(wire);
    const secret = form.text(field);
    if (secret !== '') return { [field]: secret };
    const message = 'expected the secret that the provider gave you';
    throw new AdminError('invalid', message, [{ field, code: 'empty', message }]);
  });
  return { goTo: providerPath(name), flash: savedFlash(report) };
};

/** Puts the providers of the form in the order that it names. The other providers stay where they are. */
export const orderProvidersForm: LeadingForm = async (admin, form) => {
  const report = await orderProviders(admin, form.text('order').split(' '));
  return { goTo: '/admin/providers', flash: savedFlash(report) };
};

/** The forms about providers besides those of every entry. */
export const providerForms = {
  create: defineForm(
    { path: 'providers/new/[preset]', permission: 'edit', proof: 'sudo', section: 'identity_providers' },
    createProviderForm,
  ),
  order: defineForm(
    { path: 'providers/order', permission: 'edit', proof: 'none', beside: 'providers' },
    orderProvidersForm,
  ),
  replaceSecret: defineForm({ path: 'providers/[name]/secret', permission: 'edit', proof: 'sudo' }, replaceSecretForm),
} as const;
