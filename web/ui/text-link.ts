/** A link, or a button that reads as one, beside the text of a form. */
export const textLinkClass =
  'rounded-control font-medium text-accent-text underline underline-offset-4 aria-disabled:text-muted aria-disabled:no-underline'

/** Below a form, instead of a row of buttons: a finger needs 44 px. */
export const actionLinkClass = `${textLinkClass} inline-flex items-center text-sm pointer-coarse:min-h-11`
