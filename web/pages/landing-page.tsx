import { Quote, ShieldCheck, Timer } from 'lucide-react'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'

import { answers } from '../features/landing/answers.ts'
import { LandingHeader } from '../features/landing/landing-header.tsx'
import { Moments } from '../features/landing/moments.tsx'
import { PriceComparison } from '../features/landing/price-comparison.tsx'
import { SampleDemo } from '../features/landing/sample-demo.tsx'
import { hasStoredSession } from '../lib/session-hint.ts'
import { Button } from '../ui/button.tsx'
import { Wordmark } from '../ui/wordmark.tsx'

/** Loads the application's styles; the page itself has only its own. */
const SignUpDialog = lazy(async () => {
  const [{ SignUpDialog: dialog }] = await Promise.all([
    import('../features/landing/sign-up-dialog.tsx'),
    import('../styles.css'),
  ])
  return { default: dialog }
})

const benefits = [
  {
    icon: Quote,
    title: 'Answers that cite the step',
    text: 'No made-up features. If it isn’t in your notes, the agent says it doesn’t know.',
  },
  {
    icon: Timer,
    title: 'Awake when your visitors are',
    text: 'It presents at three in the morning as well as at noon, by voice or text.',
  },
  {
    icon: ShieldCheck,
    title: 'Yours, wherever it runs',
    text: 'Start it on your own machine with one command. No key, no account elsewhere, your data in your database.',
  },
]

/** Rendered by the build and hydrated without the router: links are plain links. */
export function LandingPage() {
  const isSignedIn = useSyncExternalStore(noSubscription, hasStoredSession, () => false)
  const [isSigningUp, setIsSigningUp] = useState(false)
  const start = () => (isSignedIn ? openDashboard() : setIsSigningUp(true))

  return (
    <div>
      <LandingHeader isSignedIn={isSignedIn} onStart={start} />
      <main>
        <section className="mx-auto grid max-w-[1400px] items-center gap-10 px-4 py-10 sm:px-8 lg:py-20 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
          <div>
            <h1 className="text-3xl font-semibold lg:text-4xl">Your demo, presented when you can’t be there</h1>
            <p className="mt-5 max-w-xl text-lg text-muted">
              Record your product once; an agent presents it to every visitor, answers from your notes, and shows the
              step it is talking about.
            </p>
            <div className="mt-8 flex flex-wrap items-center gap-3">
              <Button tone="accent" size="form" className="h-12 px-6" onClick={start}>
                Test Drive our AI Agent Now
              </Button>
              <p className="text-sm text-muted">Play the tour first. No sign-up needed.</p>
            </div>
          </div>
          <SampleDemo />
        </section>

        <section
          id="platform"
          aria-labelledby="platform-title"
          className="scroll-mt-16 border-y border-line bg-surface"
        >
          <div className="paint-when-near mx-auto max-w-[1400px] px-4 py-16 sm:px-8">
            <h2 id="platform-title" className="text-2xl font-semibold">
              From your app to a demo in minutes
            </h2>
            <Moments />
          </div>
        </section>

        <section
          id="solutions"
          aria-labelledby="solutions-title"
          className="paint-when-near mx-auto max-w-[1400px] scroll-mt-16 px-4 py-16 sm:px-8"
        >
          <h2 id="solutions-title" className="text-2xl font-semibold">
            An understudy that knows the part
          </h2>
          <ul className="mt-10 grid gap-4 md:grid-cols-3">
            {benefits.map(({ icon: Icon, title, text }) => (
              <li key={title} className="rounded-card border border-line bg-surface p-6">
                <Icon size={24} aria-hidden className="text-accent-text" />
                <h3 className="mt-4 text-lg font-semibold">{title}</h3>
                <p className="mt-2 text-muted">{text}</p>
              </li>
            ))}
          </ul>
        </section>

        <PriceComparison />

        <section
          id="resources"
          aria-labelledby="resources-title"
          className="scroll-mt-16 border-t border-line bg-surface"
        >
          <div className="paint-when-near mx-auto grid max-w-[1400px] gap-8 px-4 py-16 sm:px-8 lg:grid-cols-[1fr_2fr]">
            <h2 id="resources-title" className="text-2xl font-semibold">
              Questions, answered
            </h2>
            <div className="divide-y divide-line border-y border-line">
              {answers.map(({ question, answer }) => (
                <details key={question} className="group">
                  <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 py-3 font-medium marker:hidden">
                    {question}
                    <span
                      aria-hidden
                      className="text-xl leading-none text-muted transition-transform group-open:rotate-45"
                    >
                      +
                    </span>
                  </summary>
                  <p className="max-w-2xl pb-5 text-muted">{answer}</p>
                </details>
              ))}
            </div>
          </div>
        </section>

        <section
          id="company"
          aria-labelledby="company-title"
          className="paint-when-near mx-auto max-w-[1400px] scroll-mt-16 px-4 py-16 text-center sm:px-8"
        >
          <h2 id="company-title" className="text-2xl font-semibold">
            The lead is away. The show goes on.
          </h2>
          <p className="mx-auto mt-3 max-w-xl text-muted">
            An understudy learns the part and steps in when the lead can’t. That is the whole idea, in the open, under
            the MIT licence.
          </p>
          <Button size="form" className="mt-6" onClick={start}>
            Sign up for free
          </Button>
        </section>
      </main>
      <footer className="border-t border-line">
        <div className="mx-auto flex max-w-[1400px] flex-wrap items-center gap-x-6 gap-y-2 px-4 py-6 text-sm text-muted sm:px-8">
          <Wordmark />
          <nav aria-label="Legal" className="flex gap-4">
            <a href="/terms" className="py-2 hover:text-text hover:underline">
              Terms of Service
            </a>
            <a href="/privacy" className="py-2 hover:text-text hover:underline">
              Privacy Policy
            </a>
          </nav>
          <p className="sm:ml-auto">© 2026 Understudy</p>
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
