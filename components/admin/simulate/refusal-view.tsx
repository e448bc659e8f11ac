import { Badge } from '#components/ui/badge';
import { ButtonLink } from '#components/ui/button';
import { Panel } from '#components/ui/panel';
import type { SimulatedRefusal } from '#lib/admin/simulate/explain-refused';
import { adminTexts } from '#lib/i18n/admin/texts';
import { ComparisonView } from '../requests/comparison-view';

type RefusalViewProps = { readonly refusal: SimulatedRefusal; readonly title?: string };

/** The error that a client would get, and how to fix it. */
export function RefusalView({ refusal, title = adminTexts.simulate.refused }: RefusalViewProps) {
  const texts = adminTexts.simulate;
  const { error, description, fix, setting, comparison, goesTo } = refusal;
  return (
    <>
      <Panel
        title={title}
        description={goesTo === null ? texts.toPage : texts.toClient(goesTo)}
        actions={setting?.href && <ButtonLink href={setting.href}>{texts.openSetting}</ButtonLink>}
      >
        <p className="break-words">
          {description} <Badge tone="bad">{error}</Badge>
        </p>
        {fix && <p className="mt-2 max-w-prose text-muted-foreground text-sm">{`${texts.fix}: ${fix}`}</p>}
      </Panel>
      {comparison && (
        <Panel title={texts.comparison}>
          <ComparisonView comparison={comparison} isFixed={false} />
        </Panel>
      )}
    </>
  );
}
