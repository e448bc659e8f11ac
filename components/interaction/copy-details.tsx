import { Button } from '#components/ui/button';
import type { Problem } from '#lib/http/page-models';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';

type CopyDetailsProps = {
  readonly locale: Locale;
  readonly problem: Pick<Problem, 'details' | 'reference'>;
  /** Inline; its hash is in the policy. */
  readonly script: string;
};

/** Copies the details for the developer with the reference, a line each. The button is hidden until the script runs. */
export function CopyDetails({ locale, problem: { details, reference }, script }: CopyDetailsProps) {
  const lines = [...details, { label: 'reference', value: reference }].map(({ label, value }) => `${label}: ${value}`);
  return (
    <p className="pt-3">
      <Button
        type="button"
        variant="secondary"
        hidden
        aria-live="polite"
        // What the request carried is on a line of its own, whatever line breaks it has.
        data-copy={lines.map((line) => line.replaceAll(/\p{Cc}|[\u2028\u2029]/gu, ' ')).join('\n')}
        data-done={translate(locale, 'recovery_codes.copied')}
      >
        {translate(locale, 'recovery_codes.copy')}
      </Button>
      <script
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash
        dangerouslySetInnerHTML={{ __html: script }}
      />
    </p>
  );
}
