import type { Card } from '#domain/card.ts'
import { stepImageUrl, type PlayerDemo, type PlayerStep, type TextPageInput } from '#protocol/player-page.ts'

import { RichText } from './rich-text.tsx'
import { varsRule } from './stage-vars.ts'

const pictureWidth = 1440

/** A demo as a document: every step with its text, picture and cards, and the ending. Needs no script. */
export function TextPage({ demo, transcripts, variables }: TextPageInput) {
  const playHref = (order?: number) =>
    `?${new URLSearchParams({ ...variables, ...(order !== undefined && { step: String(order) }) })}`
  const { ending } = demo.look
  return (
    <main className="us-text">
      <header>
        {demo.brand.logoUrl !== null && <img className="us-text-logo" src={demo.brand.logoUrl} alt="" />}
        <h1>{demo.name}</h1>
        {demo.description !== null && <p className="us-text-lead">{demo.description}</p>}
        <p className="us-text-ways">
          <a className="us-move us-move-next" href={playHref()}>
            Play the demo
          </a>
        </p>
      </header>
      {demo.steps.length > 3 && (
        <nav aria-label="Steps">
          <ol>
            {demo.steps.map(({ id, order, title }) => (
              <li key={id}>
                <a href={`#step-${order}`}>{title ?? `Step ${order}`}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      {demo.steps.map((step) => (
        <article key={step.id} id={`step-${step.order}`}>
          {step.look.chapter !== null && <p className="us-text-chapter">{step.look.chapter}</p>}
          <h2>
            <a href={`#step-${step.order}`}>{`${step.order}. ${step.title ?? `Step ${step.order}`}`}</a>
          </h2>
          {step.description !== null && <RichText text={step.description} />}
          {transcripts[step.id] !== undefined && <p>Spoken: “{transcripts[step.id]}”</p>}
          <div className="us-text-picture">
            <img
              src={stepImageUrl(step, pictureWidth)}
              alt={step.alt ?? step.title ?? `Step ${step.order}`}
              width={step.width ?? undefined}
              height={step.height ?? undefined}
              loading={step.order === 1 ? 'eager' : 'lazy'}
              decoding="async"
            />
            {markOf(step) !== null && <i className={`us-text-${markOf(step)}`} aria-hidden="true" />}
          </div>
          {demo.cards
            .filter(({ stepId }) => stepId === step.id)
            .map((card) => (
              <TextCard key={card.id} card={card} formHref={playHref(step.order)} />
            ))}
        </article>
      ))}
      {ending.kind !== 'none' && (
        <footer>
          {ending.title !== '' && <h2>{ending.title}</h2>}
          {ending.text !== '' && <p>{ending.text}</p>}
          {ending.kind === 'link' && ending.url !== '' && (
            <p>
              <a className="us-move us-move-next" href={ending.url} rel="noopener noreferrer nofollow">
                {ending.button === '' ? 'Learn more' : ending.button}
              </a>
            </p>
          )}
          {(ending.kind === 'book' || ending.kind === 'form') && (
            <p>
              <a className="us-move us-move-next" href={playHref(demo.steps.length + 1)}>
                {ending.button === '' ? 'Talk to us' : ending.button}
              </a>
            </p>
          )}
        </footer>
      )}
    </main>
  )
}

/** What marks the place to click: the box if there is one, as in the player; null without a mark. */
function markOf({ look, hotspot }: PlayerStep): 'box' | 'ring' | null {
  if (look.marker === 'none') return null
  if (look.marker === 'box' && look.box !== null) return 'box'
  return hotspot === null ? null : 'ring'
}

/** Places the marks; only numbers get into the style sheet. */
export function markRules({ steps }: PlayerDemo): string {
  return steps
    .filter((step) => markOf(step) !== null)
    .map((step) => `#step-${step.order}{${varsRule({ ...step, box: step.look.box })}}`)
    .join('')
}

function TextCard({ card, formHref }: { readonly card: Card; readonly formHref: string }) {
  const { type, title, description, buttonLabel, linkUrl, mediaUrl } = card
  const href = linkUrl ?? (type === 'lead' ? formHref : null)
  return (
    <aside>
      {title !== '' && <strong>{title}</strong>}
      {description !== '' && <RichText text={description} />}
      {mediaUrl !== null && (
        <p>
          <a href={mediaUrl} rel="noopener noreferrer nofollow">
            {title === '' ? 'Open the picture or video' : title}
          </a>
        </p>
      )}
      {href !== null && (
        <p>
          <a href={href} rel="noopener noreferrer nofollow">
            {buttonLabel === '' ? 'Open' : buttonLabel}
          </a>
        </p>
      )}
    </aside>
  )
}

/** The same content for machines, as schema.org's HowTo. */
export function howTo({ demo, pageUrl, posterUrl }: TextPageInput): unknown {
  return {
    '@context': 'https://schema.org',
    '@type': 'HowTo',
    name: demo.name,
    ...(demo.description !== null && { description: demo.description }),
    image: posterUrl,
    url: `${pageUrl}?view=text`,
    step: demo.steps.map(({ order, title, description, alt, ...step }) => ({
      '@type': 'HowToStep',
      position: order,
      name: title ?? `Step ${order}`,
      text: description ?? alt ?? title ?? `Step ${order}`,
      url: `${pageUrl}?view=text#step-${order}`,
      image: new URL(stepImageUrl(step, pictureWidth), pageUrl).href,
    })),
  }
}
