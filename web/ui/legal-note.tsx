/** Below every sign-up form. Opens new tabs, so that input survives. */
export function LegalNote() {
  return (
    <p className="text-xs text-muted">
      By signing up you agree to the <LegalLink href="/terms" text="Terms of Service" />. The{' '}
      <LegalLink href="/privacy" text="Privacy Policy" /> says what is stored.
    </p>
  )
}

function LegalLink({ href, text }: { readonly href: string; readonly text: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" className="underline underline-offset-4">
      {text}
    </a>
  )
}
