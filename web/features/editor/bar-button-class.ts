/** Classes for a button on the dark toolbar above the text being edited. */
export const barButtonClass =
  'size-7.5! text-ink-text! enabled:hover:bg-ink-hover! aria-pressed:bg-accent-soft! pointer-coarse:size-11!'
