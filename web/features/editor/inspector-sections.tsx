import type { ComponentType } from 'react'

import type { Card } from '#domain/card.ts'
import type { Step } from '#domain/demo.ts'

import { CalloutSection, calloutValue } from './callout-section.tsx'
import { CardSection, CardTools, cardTitle, cardValue } from './card-section.tsx'
import { DemoSection, demoValue } from './demo-section.tsx'
import type { EditorState } from './editor-state.ts'
import type { SectionId } from './editor-parts.ts'
import { HotspotSection, HotspotTools, hotspotValue } from './hotspot-section.tsx'
import { NarrationSection, narrationValue } from './narration-section.tsx'
import { hasPage } from '../../lib/page-texts.ts'
import { PageSection, pageValue } from './page-section.tsx'
import type { EditorCommand } from './reduce-editor.ts'
import { RedactSection, RedactTools, redactValue } from './redact-section.tsx'
import { StepSection, StepTools, stepValue } from './step-section.tsx'
import { currentLook } from './unsaved.ts'
import type { CardText } from './use-card-text.ts'
import { ZoomSection, ZoomTools, zoomValue } from './zoom-section.tsx'

/** Props of every section of the inspector. */
export interface SectionProps {
  readonly state: EditorState
  readonly dispatch: (command: EditorCommand) => void
  readonly steps: readonly Step[]
  /** The cards of the selected step. */
  readonly cards: readonly Card[]
  /** The selected card. */
  readonly card: Card | undefined
  readonly cardText: CardText
  readonly backendUrl: string
  readonly onCardChange: (card: Card, typed?: string) => void
  readonly onDuplicate: (step: Step) => void
}

/** Additional props of sections about the selected step. */
export interface StepSectionProps extends SectionProps {
  readonly step: Step
}

interface Section<Props> {
  readonly id: SectionId
  readonly title: (props: Props) => string
  /** Shown while collapsed. */
  readonly value: (props: Props) => string
  readonly isShown?: (props: Props) => boolean
  readonly Tools?: ComponentType<Props>
  readonly Body: ComponentType<Props>
}

/** The sections about a step, in the inspector's order. */
export const stepSections: readonly Section<StepSectionProps>[] = [
  { id: 'step', title: ({ step }) => `Step ${step.order}`, value: stepValue, Tools: StepTools, Body: StepSection },
  { id: 'hotspot', title: () => 'Hotspot', value: hotspotValue, Tools: HotspotTools, Body: HotspotSection },
  {
    id: 'callout',
    title: () => 'Callout',
    value: calloutValue,
    isShown: ({ state }) => currentLook(state).layout === 'callout',
    Body: CalloutSection,
  },
  { id: 'zoom', title: () => 'Zoom', value: zoomValue, Tools: ZoomTools, Body: ZoomSection },
  { id: 'redact', title: () => 'Redact', value: redactValue, Tools: RedactTools, Body: RedactSection },
  {
    id: 'page',
    title: () => 'Page',
    value: pageValue,
    isShown: ({ step, state }) => hasPage(step) || state.tool === 'page',
    Body: PageSection,
  },
  { id: 'narration', title: () => 'Narration', value: narrationValue, Body: NarrationSection },
  { id: 'card', title: cardTitle, value: cardValue, Tools: CardTools, Body: CardSection },
]

export const demoSection: Section<SectionProps> = {
  id: 'demo',
  title: () => 'Demo',
  value: demoValue,
  Body: DemoSection,
}
