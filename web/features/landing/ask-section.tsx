import { lazy, Suspense, useRef, useState, type FormEvent } from 'react'
import { content } from 'virtual:landing-content'

import { AgentFace } from './agent-face.tsx'

/** Loaded with the first question. */
const AskTalk = lazy(async () => ({ default: (await import('./ask-talk.tsx')).AskTalk }))

/** The real agent of the product's own tour. Until the first question, this is a greeting and sends nothing. */
export function AskSection() {
  const { agentName, welcome, starters } = content.ask
  // Uncontrolled, because it may be filled in before the script has loaded.
  const field = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const question = field.current?.value.trim() ?? ''
    if (question !== '') setAsked(question)
  }
  return (
    <section id="solutions" aria-labelledby="solutions-title" className="ask stage-light paint-when-near">
      <div className="ask-inner">
        <div className="ask-words">
          <h2 id="solutions-title">Ask it anything</h2>
          <p>It answers from your notes, shows the step it means, and says so when it doesn’t know.</p>
        </div>
        <div className="ask-panel" id="ask">
          {asked === null ? (
            <>
              <AgentFace size={64} />
              <h3>{welcome}</h3>
              {starters.map((question, index) => (
                <button key={question} type="button" className="ask-starter" onClick={() => setAsked(question)}>
                  <svg viewBox="0 0 20 20" aria-hidden>
                    <path d={starterIcons[index]} />
                  </svg>
                  {question}
                </button>
              ))}
              <form className="ask-field" onSubmit={submit}>
                <input
                  ref={field}
                  aria-label={`Ask ${agentName} a question`}
                  placeholder="Ask a question"
                  maxLength={500}
                  autoComplete="off"
                />
                <SendButton />
              </form>
              <p className="ask-note">AI can be wrong. Understudy keeps this chat.</p>
            </>
          ) : (
            <Suspense fallback={<p className="ask-waiting">Connecting…</p>}>
              <AskTalk first={asked} onRestart={() => setAsked(null)} />
            </Suspense>
          )}
        </div>
      </div>
      <ul className="benefits">
        {benefits.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function SendButton() {
  return (
    <button type="submit" aria-label="Send">
      <svg viewBox="0 0 20 20" aria-hidden>
        <path d="M10 16V4.5M5 9l5-5 5 5" />
      </svg>
    </button>
  )
}

/** A recording, a calendar, a person. */
const starterIcons = [
  'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14m0 4.8v4.4m-1.5-3.7h3v3h-3z',
  'M3.5 5.5h13v11h-13zM3.5 9h13M7 3v4m6-4v4',
  'M10 3.5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M4 16.5a6 6 0 0 1 12 0',
]

const benefits = [
  { title: 'Answers that cite the step', text: 'No made-up features. It claims nothing that isn’t in your notes.' },
  {
    title: 'Awake when your visitors are',
    text: 'It presents at noon and at night, by voice or text, and books the call.',
  },
  { title: 'A person, when it matters', text: 'Take over in the same chat, at the step your visitor sees.' },
]
