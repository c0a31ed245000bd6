import { CircleDot, MessageSquareQuote, PenLine } from 'lucide-react'

import recordScreen from '../../../sample/tour/2.webp'
import shapeScreen from '../../../sample/tour/5.webp'
import presentScreen from '../../../sample/tour/7.webp'

const moments = [
  {
    icon: CircleDot,
    title: 'Record',
    text: 'Click through your app with the extension. Every click becomes a step: the screenshot as it was, and where you clicked. Or drop in screenshots you have.',
    screen: recordScreen,
    alt: 'The New demo menu with two choices: record with the extension, and from images',
  },
  {
    icon: PenLine,
    title: 'Shape',
    text: 'Put the steps in order, move the hotspots, write what you would say. It saves automatically, works offline, and every change can be undone.',
    screen: shapeScreen,
    alt: 'The editor: Share, and the speaker notes of a step being written',
  },
  {
    icon: MessageSquareQuote,
    title: 'Let it present',
    text: 'Share a link or paste a snippet. The agent presents your demo, answers from your notes and shows the step it means.',
    screen: presentScreen,
    alt: 'The agent in the player answers a question and names step 4, where the answer comes from',
  },
]

/** The three moments of a demo's life, each with a corner of the real screen (from the product's own tour). */
export function Moments() {
  return (
    <ol className="mt-10 grid gap-8 md:grid-cols-3">
      {moments.map(({ icon: Icon, title, text, screen, alt }, index) => (
        <li key={title}>
          {/* The relevant corner at almost real size; the rest overflows. */}
          <div className="relative h-64 overflow-hidden rounded-card border border-line bg-sunken">
            <img
              src={screen}
              alt={alt}
              width={1440}
              height={900}
              loading="lazy"
              decoding="async"
              className="absolute top-0 right-0 h-auto w-[1180px] max-w-none"
            />
          </div>
          <div className="mt-5 flex items-center gap-3">
            <span className="flex size-10 items-center justify-center rounded-card bg-accent-soft text-accent-text">
              <Icon size={20} aria-hidden />
            </span>
            <span aria-hidden className="text-sm font-medium text-muted tabular-nums">
              {index + 1}
            </span>
            <h3 className="text-lg font-semibold">{title}</h3>
          </div>
          <p className="mt-3 text-muted">{text}</p>
        </li>
      ))}
    </ol>
  )
}
