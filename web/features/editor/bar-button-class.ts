/** A button on the dark bar above a text. */
export const barButtonClass =
  'size-7.5! text-ink-text! enabled:hover:bg-ink-hover! aria-pressed:bg-accent-soft! pointer-coarse:size-11!'
