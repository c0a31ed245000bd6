import { agentLanguages, type AgentLanguage } from '#domain/agent-languages.ts'
import { dropSalutation } from '#domain/drop-salutation.ts'

import { findStepFor } from './find-step-for.ts'
import { PanelIcon } from './panel-icon.tsx'
import { StepPicture, type PanelStep } from './step-chip.tsx'
import type { TalkView } from './talk-view.ts'
import { t } from './panel-text.ts'

interface GreetingProps {
  readonly view: TalkView
  readonly titleId: string
  /** The page's words when it offered the agent. */
  readonly offer: string | null
  readonly steps: readonly PanelStep[]
  readonly onAsk: (question: string) => void
  readonly onRetry: () => void
  readonly onLanguage: (language: AgentLanguage) => void
}

/** Introduces the agent before anything is sent: the disclosure is the headline, and the first question accepts it. */
export function Greeting({ view, titleId, offer, steps, onAsk, onRetry, onLanguage }: GreetingProps) {
  const { headline, more } = introduce(view)
  const starters = view.suggestions.slice(0, 3)
  const isUnknown = view.agentName === '' && view.notice === ''
  return (
    <div className={isUnknown ? 'us-agent-hero us-agent-unknown' : 'us-agent-hero'}>
      <span className="us-agent-face us-agent-face-large" aria-hidden="true">
        <PanelIcon name="mark" />
      </span>
      <h2 id={titleId} dir="auto">
        {headline}
      </h2>
      {offer !== null && <p className="us-agent-bubble us-agent-offered">{offer}</p>}
      {offer === null && more !== '' && (
        <p className="us-agent-welcome" dir="auto">
          {more}
        </p>
      )}
      {isUnknown &&
        offer === null &&
        [1, 2, 3].map((place) => (
          <span key={place} className="us-agent-step us-agent-step-wide us-agent-ghost" aria-hidden="true">
            <span className="us-agent-picture" />
          </span>
        ))}
      {starters.map((question) => {
        const step = findStepFor(question, steps)
        return (
          <button
            key={question}
            type="button"
            className="us-agent-step us-agent-step-wide"
            disabled={view.stage === 'starting'}
            onClick={() => onAsk(question)}
          >
            {step === null ? (
              <span className="us-agent-picture us-agent-picture-mark">
                <PanelIcon name="mark" />
              </span>
            ) : (
              <StepPicture step={step} />
            )}
            <span>
              <bdi>{question}</bdi>
            </span>
          </button>
        )
      })}
      {view.languages.length > 1 && (
        <div className="us-agent-suggestions us-agent-languages" role="group" aria-label={t('Language')}>
          {agentLanguages
            .filter(({ value }) => view.languages.includes(value))
            .map(({ value, label }) => (
              <button
                key={value}
                type="button"
                lang={value}
                aria-pressed={value === view.language}
                onClick={() => onLanguage(value)}
              >
                {label}
              </button>
            ))}
        </div>
      )}
      {view.agentName === '' && view.notice !== '' && (
        <button type="button" className="us-agent-secondary" onClick={onRetry}>
          {t('Try again')}
        </button>
      )}
    </div>
  )
}

/** A welcome that discloses the AI becomes the headline; any other follows the disclosure, if it is short. */
function introduce({ agentName, welcome }: TalkView): { readonly headline: string; readonly more: string } {
  const text = welcome.trim()
  const disclosure = agentName === '' ? t('I’m an AI assistant.') : t('I’m {0}, an AI assistant.', agentName)
  if (text.length <= headlineMax && /\b(?:AI|KI|IA|artificial intelligence)\b/.test(text))
    return { headline: text, more: '' }
  if (text === '') return { headline: `${disclosure} ${t('What would you like to know?')}`, more: '' }
  const rest = dropSalutation(text)
  if (rest.length + disclosure.length <= headlineMax) return { headline: `${disclosure} ${rest}`, more: '' }
  return { headline: disclosure, more: rest }
}

const headlineMax = 100
