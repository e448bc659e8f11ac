import { Button } from '#components/ui/button';
import { Icon } from '#components/ui/icon';
import { answeredForm } from '#lib/admin/form-state';
import type { ProviderPage } from '#lib/admin/providers/list-providers';
import { providerForms } from '#lib/admin/providers/provider-forms';
import { adminTexts } from '#lib/i18n/admin/texts';
import { AdminForm } from '../form/admin-form';

const texts = adminTexts.providers.list;

type OrderProps = { readonly name: string; readonly page: Pick<ProviderPage, 'lines'> };

/** Moves a provider up or down, with buttons, or by dragging with browser/reorder.ts. */
export function Order({ name, page: { lines } }: OrderProps) {
  const place = lines.findIndex((line) => line.name === name);
  const [above, own, below] = [lines[place - 1], lines[place], lines[place + 1]];
  if (own === undefined) return null;
  return (
    <div className="flex items-center justify-end">
      {above && <Move order={[own.name, above.name]} label={texts.up(own.displayName)} isUp />}
      {below && <Move order={[below.name, own.name]} label={texts.down(own.displayName)} />}
      <span
        hidden
        data-drag={own.name}
        title={texts.drag}
        aria-hidden="true"
        className="cursor-grab touch-none select-none px-1.5 py-1 text-muted-foreground data-dragging:cursor-grabbing"
      >
        <Icon name="grip" />
      </span>
    </div>
  );
}

/** The form that browser/reorder.ts sends after a line was dropped. It is seen only with its problem. */
export function DroppedOrder() {
  const form = providerForms.order.about();
  const state = answeredForm();
  // If two neighbors were exchanged, the button of their line has the problem.
  const isAnswered = state?.address === form.action && state.values.order?.[0]?.split(' ').length !== 2;
  return (
    <AdminForm {...form} label={texts.order} className={isAnswered ? 'grid' : 'hidden'}>
      <input type="hidden" name="order" data-order />
    </AdminForm>
  );
}

type MoveProps = {
  /** The two neighbors in their new order. */
  readonly order: readonly string[];
  readonly label: string;
  readonly isUp?: boolean;
};

function Move({ order, label, isUp = false }: MoveProps) {
  return (
    <AdminForm {...providerForms.order.about()} hidden={{ order: order.join(' ') }} label={label} className="grid">
      <Button variant="quiet" size="small" aria-label={label} title={label}>
        <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 fill-none stroke-current">
          <path d={isUp ? 'M8 13V3M4 7l4-4 4 4' : 'M8 3v10M4 9l4 4 4-4'} strokeWidth="1.5" />
        </svg>
      </Button>
    </AdminForm>
  );
}
