import { useState, type ReactNode } from 'react'

import { isVideoAddress, type Card, type CardPart } from '#domain/card.ts'

import { LeadForm, type LeadSender } from './lead-form.tsx'
import { lookStyle, RichText, TextLooks } from './rich-text.tsx'

export interface CardActions {
  /** Follows a card's target; links are followed by the browser. */
  readonly onFollow: (card: Card) => void
  /** Null in previews: the form says so and saves nothing. */
  readonly onSendLead: LeadSender | null
  /** Skips a form that may be skipped. */
  readonly onSkip?: ((card: Card) => void) | undefined
}

export interface CardViewProps {
  readonly card: Card
  readonly actions: CardActions
  /** Renders the texts for editing; the card itself is inert. */
  readonly renderText?: ((part: CardPart) => ReactNode) | undefined
}

/** Renders a card in editor, viewer, presenter and player. */
export function CardView({ card, actions, renderText }: CardViewProps) {
  const isEdited = renderText !== undefined
  const content = (
    <>
      {card.mediaUrl !== null && <Media key={card.mediaUrl} card={card} address={card.mediaUrl} />}
      <Text card={card} part="title" renderText={renderText} />
      <Text card={card} part="description" renderText={renderText} />
    </>
  )
  if (card.type === 'click' && !isEdited) {
    return (
      <CardLink card={card} actions={actions} className="us-card us-card-click">
        {content}
      </CardLink>
    )
  }
  return (
    <section className={`us-card us-card-${card.type}`} aria-label={card.title || undefined}>
      {content}
      {card.type === 'media' && card.mediaUrl === null && isEdited && (
        <p className="us-card-empty">Add the URL of an image or video.</p>
      )}
      {card.type === 'lead' && <LeadForm card={card} actions={actions} isInert={isEdited} />}
      {card.type === 'custom' && card.buttonLabel !== '' && (
        <CardLink card={card} actions={actions} className="us-card-button" isInert={isEdited}>
          {card.buttonLabel}
        </CardLink>
      )}
    </section>
  )
}

interface TextProps {
  readonly card: Card
  readonly part: CardPart
  readonly renderText: CardViewProps['renderText']
}

function Text({ card, part, renderText }: TextProps) {
  const text = card[part]
  if (renderText !== undefined) return renderText(part)
  if (text.trim() === '') return null
  const { runs, ...look } = card.format[part]
  const style = lookStyle(look)
  // A click card is a button: no paragraphs and no links in it.
  if (card.type === 'click' || part === 'title') {
    return (
      <span className={`us-card-${part} us-card-line`} style={style}>
        <TextLooks text={text} runs={runs} isLinked={card.type !== 'click'} />
      </span>
    )
  }
  return (
    <div className="us-card-description" style={style}>
      <RichText text={text} runs={runs} />
    </div>
  )
}

interface CardLinkProps {
  readonly card: Card
  readonly actions: CardActions
  readonly className: string
  readonly isInert?: boolean
  readonly children: ReactNode
}

/** A link if the card has one, else a button to the target step. */
function CardLink({ card, actions, className, isInert = false, children }: CardLinkProps) {
  if (isInert) return <span className={className}>{children}</span>
  if (card.linkUrl !== null) {
    return (
      <a
        className={className}
        href={card.linkUrl}
        target="_blank"
        rel="noopener noreferrer nofollow"
        onClick={() => actions.onFollow(card)}
      >
        {children}
      </a>
    )
  }
  return (
    <button type="button" className={className} onClick={() => actions.onFollow(card)}>
      {children}
    </button>
  )
}

function Media({ card, address }: { readonly card: Card; readonly address: string }) {
  const [hasFailed, setHasFailed] = useState(false)
  const name = card.title || card.description || 'Video'
  if (hasFailed) return <p className="us-card-empty">This could not be loaded.</p>
  if (isVideoAddress(address)) {
    return (
      <video
        className="us-card-media"
        src={address}
        controls
        playsInline
        preload="metadata"
        aria-label={name}
        onError={() => setHasFailed(true)}
      />
    )
  }
  return (
    <img
      className="us-card-media"
      src={address}
      alt={card.title || card.description}
      referrerPolicy="no-referrer"
      draggable={false}
      onError={() => setHasFailed(true)}
    />
  )
}
