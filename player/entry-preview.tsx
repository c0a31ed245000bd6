import './step-stage.css'
import './callout.css'
import './card.css'
import './page-base.css'
import './player.css'
import './title-panel.css'
import './agent-bubble.css'
import './player-layouts.css'
import './callout-layout.css'
import './step-words.css'
import './player-tools.css'
import './side-layout.css'
import './autoplay.css'
import './small-windows.css'
import './phone-title-panel.css'

import { createRoot } from 'react-dom/client'

import { fillDemo } from '#protocol/fill-demo.ts'
import { stepImageUrl } from '#protocol/player-page.ts'
import { isPreviewOrder, type PreviewNews, type PreviewOrder } from '#protocol/preview-messages.ts'

import { brandRule, groundRule } from './page-rules.ts'
import { Player } from './player.tsx'
import { recordNothing } from './record-visit.ts'
import { neededWidth } from './use-image-width.ts'

/* The script of /demo/preview/: plays the editor's state, saved or not. */

recordNothing()
const element = document.getElementById('player')
if (element !== null && parent !== window) {
  const root = createRoot(element)
  const style = new CSSStyleSheet()
  document.adoptedStyleSheets.push(style)

  const play = ({ demo, index, place, backgroundUrl, sounds }: PreviewOrder) => {
    const step = demo.steps[index]
    if (step === undefined) return
    style.replaceSync(groundRule(demo, backgroundUrl) + brandRule(demo))
    const imageWidth = neededWidth(innerWidth * devicePixelRatio)
    root.render(
      <Player
        demo={demo}
        link={demo.id}
        index={index}
        place={place}
        variables={{}}
        fill={fillDemo}
        imageWidth={imageWidth}
        image={stepImageUrl(step, imageWidth)}
        preview={{ onAgent: () => tell('agent-asked'), sounds }}
      />,
    )
    focus()
  }
  addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
    if (source === parent && origin === location.origin && isPreviewOrder(data)) play(data)
  })
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) tell('closed')
  })
  tell('ready')
}

function tell(news: PreviewNews['news']): void {
  const message: PreviewNews = { source: 'understudy-preview', news }
  parent.postMessage(message, location.origin)
}
