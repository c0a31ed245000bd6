import { agentLanguages } from '#domain/agent-languages.ts'

import type { AgentTalk } from './agent-talk.ts'
import { PanelIcon } from './panel-icon.tsx'
import { PanelMenu } from './panel-menu.tsx'
import { SoundButton } from './sound-notice.tsx'
import type { TalkView } from './talk-view.ts'
import { initialOf } from './thread.tsx'
import { t, translated } from './panel-text.ts'

interface PanelHeaderProps {
  readonly talk: AgentTalk
  readonly view: TalkView
  readonly titleId: string
  readonly hasGreeting: boolean
  readonly currentStep: number
  readonly onExplain: () => void
  readonly onClose: () => void
}

/** The agent's name, and Close. */
export function PanelHeader(props: PanelHeaderProps) {
  const { talk, view, titleId, hasGreeting, currentStep, onExplain, onClose } = props
  const { stage, person } = view
  const name = person?.state === 'joined' ? person.name : null
  const status = statusOf(view, currentStep)
  return (
    <header className="us-agent-top">
      {!hasGreeting && (
        <>
          {name === null ? (
            <span className="us-agent-face us-agent-face-here" aria-hidden="true">
              <PanelIcon name="mark" />
            </span>
          ) : (
            <span className="us-agent-face us-agent-face-here us-agent-face-person" aria-hidden="true">
              {initialOf(name)}
            </span>
          )}
          <h2 id={titleId} dir="auto">
            {name ?? view.agentName}
          </h2>
        </>
      )}
      <p className={hasGreeting && stage === 'notice' ? 'us-agent-status us-hidden' : 'us-agent-status'} role="status">
        {status}
      </p>
      {stage === 'talking' && view.canSound && <SoundButton talk={talk} view={view} className="us-agent-icon" />}
      <PanelMenu
        label={t('More')}
        icon="more"
        side="below"
        items={[
          { label: t('What is stored'), onChoose: onExplain },
          ...agentLanguages
            .filter(({ value }) => value !== view.language && view.languages.includes(value))
            .map(({ value, label }) => ({
              label,
              lang: value,
              icon: 'globe' as const,
              onChoose: () => void talk.chooseLanguage(value),
            })),
          ...(stage === 'talking' ? [{ label: t('End chat'), onChoose: () => talk.end() }] : []),
        ]}
      />
      <button type="button" className="us-agent-icon" onClick={onClose} aria-label={t('Close the agent')}>
        <PanelIcon name="close" />
      </button>
    </header>
  )
}

function statusOf(view: TalkView, currentStep: number): string {
  if (view.stage === 'starting') return t('Connecting…')
  if (view.isReconnecting) return t('Reconnecting…')
  if (view.stage === 'over') return t('Chat ended')
  if (view.doing !== '') return translated(view.doing)
  const at = view.workspaceName
  if (view.person?.state === 'joined') {
    return at === ''
      ? t('Looking at step {0} with you', currentStep)
      : t('{0}, looking at step {1} with you', at, currentStep)
  }
  return at === '' ? t('AI assistant') : t('AI assistant at {0}', at)
}
