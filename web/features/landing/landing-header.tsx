import { Button, buttonClass } from '../../ui/button.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'

const sections = [
  { href: '#solutions', label: 'Solutions' },
  { href: '#platform', label: 'Platform' },
  { href: '#resources', label: 'Resources' },
  { href: '#company', label: 'Company' },
]

export function LandingHeader(props: { readonly isSignedIn: boolean; readonly onStart: () => void }) {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-page">
      <div className="mx-auto flex max-w-[1400px] items-center gap-2 px-4 py-2 sm:gap-6 sm:px-8 sm:py-3">
        <a href="/" aria-label="Understudy, home" className="flex min-h-11 items-center rounded-control">
          <Wordmark />
        </a>
        <nav aria-label="Sections" className="hidden flex-1 gap-1 md:flex">
          {sections.map(({ href, label }) => (
            <a
              key={href}
              href={href}
              className="rounded-control px-3 py-2 text-sm font-medium text-muted hover:text-text"
            >
              {label}
            </a>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          {props.isSignedIn ? (
            <a href="/dashboard" className={buttonClass({ size: 'form' })}>
              Dashboard
            </a>
          ) : (
            <>
              <a href="/login" className={buttonClass({ tone: 'quiet', size: 'form' })}>
                Log in
              </a>
              <Button size="form" onClick={props.onStart}>
                Get started
              </Button>
            </>
          )}
        </div>
      </div>
    </header>
  )
}
