import { content } from 'virtual:landing-content'

import first from '../../../sample/pictures/tidelane-1-1440.avif'
import firstLarge from '../../../sample/pictures/tidelane-1-2160.avif'
import firstSmall from '../../../sample/pictures/tidelane-1-160.avif'
import third from '../../../sample/pictures/tidelane-3-1440.avif'
import thirdLarge from '../../../sample/pictures/tidelane-3-2160.avif'
import thirdSmall from '../../../sample/pictures/tidelane-3-160.avif'
import sixth from '../../../sample/pictures/tidelane-6-1440.avif'
import sixthLarge from '../../../sample/pictures/tidelane-6-2160.avif'
import sixthSmall from '../../../sample/pictures/tidelane-6-160.avif'
import { AgentFace } from './agent-face.tsx'

/** Three stages of a demo's life, each a large crop of the recorded sample, animated in CSS only. */
export function Moments() {
  const { steps } = content.hero
  return (
    <ol className="moments">
      <li>
        <div className="moment" aria-hidden>
          <Crop name="moment-record" src={first} large={firstLarge} />
          <i className="hero-ring moment-ring" />
          <div className="recorder">
            <i />
            Recording
            <span className="recorder-count">
              <span>3 steps</span>
              <span>4 steps</span>
              <span>5 steps</span>
            </span>
            <u>Done</u>
          </div>
        </div>
        <h3>Record</h3>
        <p>Click through your app. Every click becomes a step.</p>
      </li>
      <li>
        <div className="moment" aria-hidden>
          <div className="moment-strip">
            {[firstSmall, thirdSmall, sixthSmall].map((src) => (
              <img key={src} src={src} alt="" width={72} height={45} loading="lazy" decoding="async" />
            ))}
          </div>
          <Crop name="moment-shape" src={sixth} large={sixthLarge} />
          <div className="callout moment-callout">
            <span className="moment-handles" />
            <b>{steps[5]?.title}</b>
            <span className="moment-writing">Amber needs you.</span>
            <div>
              6 of 8<em>Next</em>
            </div>
          </div>
        </div>
        <h3>Edit</h3>
        <p>Write what you’d say, right where you’d point.</p>
      </li>
      <li>
        <div className="moment" aria-hidden>
          <Crop name="moment-present" src={third} large={thirdLarge} />
          <div className="caption">
            <AgentFace size={36} />
            <span>
              {spoken.map((word, index) => (
                <span key={word} className={`caption-${index + 1}`}>
                  {word}{' '}
                </span>
              ))}
            </span>
          </div>
        </div>
        <h3>Let it present</h3>
        <p>By voice or in writing, even at three in the morning.</p>
      </li>
    </ol>
  )
}

/** Spoken part by part. */
const spoken = ['Bluemast takes', 'nine days,', 'direct. Shall I', 'hold the rate?']

interface CropProps {
  readonly name: string
  readonly src: string
  readonly large: string
}

/** The sizes make the hero's choice, so that the file is in the cache. */
function Crop({ name, src, large }: CropProps) {
  return (
    <img
      className={`crop ${name}`}
      src={src}
      srcSet={`${src} 1440w, ${large} 2160w`}
      sizes="1440px"
      alt=""
      width={1440}
      height={900}
      loading="lazy"
      decoding="async"
    />
  )
}
