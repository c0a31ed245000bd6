import { lazy, Suspense, useState, useSyncExternalStore } from 'react'

import { tourDemoId } from '#protocol/client-config.ts'

import { AskSection } from '../features/landing/ask-section.tsx'
import { CommandBlock } from '../features/landing/command-block.tsx'
import { Figures } from '../features/landing/figures.tsx'
import { Hero } from '../features/landing/hero.tsx'
import { LandingHeader } from '../features/landing/landing-header.tsx'
import { Moments } from '../features/landing/moments.tsx'
import { PriceComparison } from '../features/landing/price-comparison.tsx'
import { Questions } from '../features/landing/questions.tsx'
import { hasStoredSession } from '../lib/session-hint.ts'
import { Button } from '../ui/button.tsx'
import { Mark } from '../ui/wordmark.tsx'
import stylesBelow from '../landing-below.css?url'

/** Loads the application's styles; the page itself has only its own. */
const SignUpDialog = lazy(async () => {
  const [{ SignUpDialog: dialog }] = await Promise.all([
    import('../features/landing/sign-up-dialog.tsx'),
    import('../styles.css'),
  ])
  return { default: dialog }
})

/** Rendered by the build and hydrated without the router: links are plain links. */
export function LandingPage() {
  const isSignedIn = useSyncExternalStore(noSubscription, hasStoredSession, () => false)
  const [isSigningUp, setIsSigningUp] = useState(false)
  const start = () => (isSignedIn ? openDashboard() : setIsSigningUp(true))

  return (
    <div className="landing">
      <LandingHeader isSignedIn={isSignedIn} onStart={start} />
      <main>
        <Hero onStart={start} />
        {/* Here, so that the browser paints what is above without waiting for it. */}
        <link rel="stylesheet" href={stylesBelow} />
        <section id="platform" aria-labelledby="platform-title" className="wide paint-when-near">
          <h2 id="platform-title">Record. Edit. Let it present.</h2>
          <Moments />
        </section>
        <AskSection />
        <div className="wide wide-close paint-when-near">
          <Figures />
        </div>
        <CommandBlock />
        <PriceComparison />
        <Questions />
        <section id="company" aria-labelledby="company-title" className="wide paint-when-near">
          <div className="closing stage-light">
            <h2 id="company-title">Put your demo on stage</h2>
            <Button size="form" className="closing-start" onClick={start}>
              Sign up for free
            </Button>
            <p>In the theatre, an understudy learns an actor’s part and plays it when the actor can’t.</p>
          </div>
        </section>
      </main>
      <footer className="landing-foot">
        <div>
          <span className="masthead-name">
            <Mark />
            Understudy
          </span>
          <nav aria-label="Footer">
            <a href={`/demo/${tourDemoId}/play`}>Product tour</a>
            <a href="#own">Self-hosting</a>
            {isSignedIn && <a href="/dashboard/help">Help</a>}
            <a href="/terms">Terms of Service</a>
            <a href="/privacy">Privacy Policy</a>
          </nav>
          <p>© 2026 Understudy</p>
        </div>
      </footer>
      {isSigningUp ? (
        <Suspense fallback={null}>
          <SignUpDialog isOpen onOpenChange={setIsSigningUp} onSignedUp={openOnboarding} />
        </Suspense>
      ) : null}
    </div>
  )
}

function openDashboard(): void {
  location.assign('/dashboard')
}

/** Spec §2: after the sign-up modal the onboarding wizard opens, and then the dashboard. */
function openOnboarding(): void {
  location.assign('/onboarding')
}

function noSubscription(): () => void {
  return () => undefined
}
