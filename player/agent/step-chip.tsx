import { useState } from 'react'

import type { CitedSource } from '#protocol/agent-events.ts'
import { stepImageUrl } from '#protocol/player-page.ts'

import { PanelIcon } from './panel-icon.tsx'
import { t } from './panel-text.ts'

/** The panel's data about a step; without an image URL, chips have no picture. */
export interface PanelStep {
  readonly id: string
  readonly order: number
  readonly title: string | null
  readonly description: string | null
  readonly imageUrl?: string
  readonly renderUrl?: string | null
  readonly hotspot?: { readonly xPercent: number; readonly yPercent: number } | null
}

interface StepChipProps {
  readonly step: PanelStep
  readonly isWide?: boolean
  /** The author's sentences that may answer. */
  readonly lines?: readonly string[]
  /** Whether the step is on the screen. */
  readonly isShown: boolean
  readonly onShowStep: (order: number) => void
}

/** A button for a step, with its picture around the marker. */
export function StepChip({ step, isWide = false, lines, isShown, onShowStep }: StepChipProps) {
  return (
    <button
      type="button"
      aria-current={isShown ? 'step' : undefined}
      className={isWide ? 'us-agent-step us-agent-step-wide' : 'us-agent-step'}
      onClick={() => onShowStep(step.order)}
    >
      <StepPicture step={step} />
      <span>
        <em>{t('Step {0}', step.order)}</em> <bdi>{step.title ?? ''}</bdi>
        {lines?.map((line) => (
          <q key={line} dir="auto">
            {line}
          </q>
        ))}
      </span>
    </button>
  )
}

/** The part of a step's picture around its hotspot. */
export function StepPicture({ step }: { readonly step: PanelStep }) {
  const [isBroken, setIsBroken] = useState(false)
  const { imageUrl, renderUrl = null, hotspot } = step
  if (imageUrl === undefined || isBroken) return null
  const origin = `${hotspot?.xPercent ?? 50}% ${hotspot?.yPercent ?? 40}%`
  return (
    <span className="us-agent-picture">
      <img
        src={stepImageUrl({ imageUrl, renderUrl }, smallest)}
        alt=""
        loading="lazy"
        decoding="async"
        fetchPriority="low"
        style={{ objectPosition: origin, transformOrigin: origin }}
        onError={() => setIsBroken(true)}
      />
    </span>
  )
}

/** The narrowest copy; a player on a phone uses the same. */
const smallest = 720

/** A document, page or plan that an answer cites. A link if visitors may open it. */
export function SourceChip({ source }: { readonly source: CitedSource }) {
  const address = webAddress(source.url)
  const label = (
    <>
      <span className="us-agent-source-icon">
        <PanelIcon name="page" />
      </span>
      <span>
        <bdi>{source.title}</bdi>
        {source.place !== '' && (
          <>
            {' '}
            <em>
              <bdi>{source.place}</bdi>
            </em>
          </>
        )}
      </span>
    </>
  )
  if (address === null) return <span className="us-agent-step us-agent-source">{label}</span>
  return (
    <a className="us-agent-step us-agent-source" href={address} target="_blank" rel="noopener noreferrer">
      {label}
      <span className="us-hidden"> {t('(opens in a new tab)')}</span>
    </a>
  )
}

/** Only http(s) URLs; null for others, which must not be links. */
function webAddress(url: string | null): string | null {
  if (url === null || !URL.canParse(url, location.href)) return null
  const { protocol, href } = new URL(url, location.href)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}
