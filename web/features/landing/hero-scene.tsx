import { content } from 'virtual:landing-content'

import firstInline from '../../../sample/pictures/tidelane-1-800.avif?inline'
import first from '../../../sample/pictures/tidelane-1-1440.avif'
import firstLarge from '../../../sample/pictures/tidelane-1-2160.avif'
import third from '../../../sample/pictures/tidelane-3-1440.avif'
import thirdLarge from '../../../sample/pictures/tidelane-3-2160.avif'
import sixth from '../../../sample/pictures/tidelane-6-1440.avif'
import sixthLarge from '../../../sample/pictures/tidelane-6-2160.avif'

interface HeroSceneProps {
  readonly isPaused: boolean
  readonly onPause: () => void
  /** The visitor wants to play the demo. */
  readonly onTake: () => void
}

/** The demo's window: three recorded steps, camera, marks, pointer and callouts, moved by hero-loop.css. */
export function HeroScene({ isPaused, onPause, onTake }: HeroSceneProps) {
  const { steps, count } = content.hero
  return (
    <div className="hero-window">
      <div className="hero-bar">
        <span className="hero-dots" aria-hidden />
        <button
          type="button"
          className="hero-pause"
          aria-label={isPaused ? 'Play the animation' : 'Pause the animation'}
          onClick={onPause}
        >
          <svg viewBox="0 0 16 16" aria-hidden>
            <path d={isPaused ? 'M5 3.5v9l7-4.5z' : 'M5 3.5v9M11 3.5v9'} />
          </svg>
        </button>
        <span className="hero-progress" aria-hidden>
          <i />
        </span>
      </div>
      <div className="hero-view" aria-hidden>
        <div className="hero-camera">
          {/* The first is inlined in the document; a sharper copy follows. */}
          <img src={firstInline} alt="" width={800} height={500} decoding="async" />
          <HeroPicture name="hero-sharp" src={first} large={firstLarge} />
          <HeroPicture name="hero-third" src={third} large={thirdLarge} />
          <HeroPicture name="hero-sixth" src={sixth} large={sixthLarge} />
        </div>
      </div>
      <div className="hero-over" aria-hidden>
        <i className="hero-box hero-box-first" />
        <i className="hero-box hero-box-third" />
        <div className="hero-way hero-ring-way">
          <i className="hero-ring" />
        </div>
        <HeroCallout name="hero-callout-third" step={steps[2]} order={3} count={count} />
        <HeroCallout name="hero-callout-sixth" step={steps[5]} order={6} count={count} />
        <div className="hero-way hero-pointer-way">
          <svg className="hero-pointer" viewBox="0 0 26 30">
            <path d="M3 2v20l5.5-5 3.8 8.5 4-1.8-3.7-8.2H20z" />
          </svg>
        </div>
      </div>
      <button type="button" className="hero-take" onClick={onTake}>
        <span>Play it yourself</span>
      </button>
    </div>
  )
}

/** The element marked in the third step, cropped from the picture that the scene has loaded. */
export function HeroThumb() {
  return (
    <i className="hero-thumb">
      <HeroPicture name="" src={third} large={thirdLarge} />
    </i>
  )
}

function HeroPicture({ name, src, large }: { readonly name: string; readonly src: string; readonly large: string }) {
  return (
    <img
      className={name}
      src={src}
      srcSet={`${src} 1440w, ${large} 2160w`}
      sizes="(width < 640px) 230vw, 1240px"
      alt=""
      width={1440}
      height={900}
      decoding="async"
      // Requested after the first layout, not before.
      loading="lazy"
      fetchPriority="low"
    />
  )
}

interface HeroCalloutProps {
  readonly name: string
  readonly step: { readonly title: string; readonly text: string } | undefined
  readonly order: number
  readonly count: number
}

function HeroCallout({ name, step, order, count }: HeroCalloutProps) {
  return (
    <div className={`callout ${name}`}>
      <b>{step?.title}</b>
      {step?.text}
      <div>
        {order} of {count}
        <u>Back</u>
        <em>Next</em>
      </div>
    </div>
  )
}
