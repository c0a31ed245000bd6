import { Button, buttonClass } from '../../ui/button.tsx'
import { Mark } from '../../ui/wordmark.tsx'

const sections = [
  { href: '#solutions', label: 'Solutions' },
  { href: '#platform', label: 'Platform' },
  { href: '#resources', label: 'Resources' },
  { href: '#company', label: 'Company' },
]

export function LandingHeader(props: { readonly isSignedIn: boolean; readonly onStart: () => void }) {
  return (
    <header className="masthead">
      <a href="/" aria-label="Understudy, home" className="masthead-name">
        <Mark size={24} />
        Understudy
      </a>
      <nav aria-label="Sections">
        {sections.map(({ href, label }) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
      </nav>
      <div>
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
    </header>
  )
}
