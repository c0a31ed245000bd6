import { useRef, useState, type FormEvent } from 'react'
import { content } from 'virtual:landing-content'

import { sampleDemoId } from '#protocol/client-config.ts'

import { Button } from '../../ui/button.tsx'
import { AgentFace } from './agent-face.tsx'
import { HeroScene, HeroThumb } from './hero-scene.tsx'
import { useHandOver } from './use-hand-over.ts'

/**
 * The first screen: the sample demo, animated in CSS only. The visitor's first click hands over to the real
 * player, which has been loading behind the scene, at the step that is shown.
 */
export function Hero({ onStart }: { readonly onStart: () => void }) {
  const { hero } = content
  const [isPaused, setIsPaused] = useState(false)
  const scene = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  // Uncontrolled, because it may be filled in before the script has loaded.
  const field = useRef<HTMLInputElement>(null)
  const { state, handOver } = useHandOver(scene, host)
  const ask = (event: FormEvent) => {
    event.preventDefault()
    const question = field.current?.value.trim() ?? ''
    handOver({ question: question === '' ? null : question })
  }
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="hero-words">
        <h1 id="hero-title">The demo that presents itself</h1>
        <p>Record your app once. An agent shows it to every visitor, answers from your notes and books the call.</p>
        <Button tone="accent" className="hero-start" onClick={onStart}>
          Test Drive our AI Agent Now
        </Button>
        <span className="hero-note">Or play the demo, no sign-up needed</span>
      </div>
      <div className={stageClass(state, isPaused)}>
        <div ref={host} className="hero-player" data-demo-id={sampleDemoId} inert={state !== 'handed-over'} />
        <noscript>
          <a className="hero-open" href={`/demo/${sampleDemoId}/play`}>
            Play the demo
          </a>
        </noscript>
        {state !== 'handed-over' && (
          <div ref={scene} className="hero-scene" aria-busy={state === 'waiting'}>
            <HeroScene
              isPaused={isPaused}
              onPause={() => setIsPaused(!isPaused)}
              onTake={() => handOver({ question: null })}
            />
            <div className="hero-dock">
              <div className="hero-greeting" aria-hidden>
                <p>{hero.welcome}</p>
                {hero.suggestions.map((question) => (
                  <button key={question} type="button" tabIndex={-1} onClick={() => handOver({ question })}>
                    {question}
                  </button>
                ))}
              </div>
              <p className="hero-question" aria-hidden>
                <span>{hero.question}</span>
              </p>
              <div className="hero-answer" aria-hidden>
                {hero.answer}
                <div className="hero-chip">
                  <HeroThumb />
                  <span>
                    <em>Step {hero.answerStep}</em> {hero.steps[hero.answerStep - 1]?.title}
                  </span>
                </div>
              </div>
              <form className="hero-field" action={`/demo/${sampleDemoId}/play`} onSubmit={ask}>
                <AgentFace size={36} />
                <input
                  ref={field}
                  aria-label="Ask about this demo"
                  placeholder="Ask about this demo"
                  maxLength={500}
                  autoComplete="off"
                  onFocus={() => setIsPaused(true)}
                />
                <button type="submit" aria-label="Ask">
                  <svg viewBox="0 0 20 20" aria-hidden>
                    <path d="M10 16V4.5M5 9l5-5 5 5" />
                  </svg>
                </button>
              </form>
            </div>
          </div>
        )}
      </div>
    </section>
  )
}

function stageClass(state: string, isPaused: boolean): string {
  if (state === 'handed-over') return 'hero-stage stage-light hero-live'
  return isPaused || state === 'waiting' ? 'hero-stage stage-light hero-still' : 'hero-stage stage-light'
}
