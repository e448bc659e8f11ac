'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button';
import { adminTexts } from '#lib/i18n/admin/texts';

/** Puts a text on the clipboard and says so. Without scripts it is not there: the text can be selected. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [copied, setCopied] = useState(false);
  const { copy, copied: done } = adminTexts.shell.form;
  return (
    <Button
      type="button"
      variant="quiet"
      size="small"
      className="noscript:hidden"
      aria-label={`${copy}: ${label}`}
      onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      <span aria-live="polite">{copied ? done : copy}</span>
    </Button>
  );
}
