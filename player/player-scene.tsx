import { useRef } from 'react'

import { stepOfText } from '#domain/player-texts.ts'
import type { PlayerStep } from '#protocol/player-page.ts'

import { Callout } from './callout.tsx'
import { titlePanelCamera } from './camera.ts'
import { Cover } from './cover.tsx'
import { Icon } from './icon.tsx'
import { nextOf } from './player-state.ts'
import { StepStage } from './step-stage.tsx'
import { CalloutMoves, movesOf, StepStatus, StepWords } from './step-words.tsx'
import { useCalloutSide } from './use-callout-side.ts'
import { useCamera } from './use-camera.ts'
import type { PlayerModel } from './use-player.ts'
import { useSwipe } from './use-swipe.ts'

interface SceneProps {
  readonly player: PlayerModel
  readonly step: PlayerStep
}

/** The step on its stage, with overlays and text. */
export function Scene({ player, step }: SceneProps) {
  const { demo, state, act, autoplay, cards, actions, previousIndex } = player
  const { index, place } = state
  const { layout, frame, frameAddress } = demo.look
  const scene = useRef<HTMLDivElement>(null)
  const callout = useRef<HTMLDivElement>(null)
  const camera = useCamera(demo, step, scene)
  const isStep = place === 'step'
  const side = useCalloutSide({
    step,
    camera,
    scene,
    callout,
    isWindowed: frame === 'window',
    isHydrated: player.isHydrated,
  })
  const swipe = useSwipe(act)
  const isClassic = layout === 'classic'
  const isStacked = player.isNarrow
  const layer =
    player.CardLayer !== null && isStep && cards.length > 0 ? (
      <player.CardLayer cards={cards} actions={actions} isStacked={isStacked} />
    ) : null
  const room =
    layer !== null || !isStep
      ? null
      : cards.map(({ id, type }) => <div key={id} className={`us-card-room us-card-room-${type}`} />)
  const words = isStep && !isClassic && (
    <>
      <StepWords step={step} canFold />
      {isStacked ? layer : null}
      {room}
      {player.notice !== null && (
        <p className="us-notice" role="alert">
          {player.notice}
        </p>
      )}
      <CalloutMoves {...movesOf(player)} ask={player.isHydrated && <SheetButtons player={player} />} />
    </>
  )
  const next = nextOf(state)
  return (
    <div className="us-scene" ref={scene} {...swipe}>
      <StepStage
        imageUrl={player.picture.url}
        imageAlt={step.alt ?? step.title ?? stepOfText(index, demo.steps.length)}
        width={step.width}
        height={step.height}
        isTall={step.isTall}
        hotspot={isStep ? step.hotspot : null}
        previousHotspot={previousIndex === null ? null : demo.steps[previousIndex]?.hotspot}
        marker={step.look.marker}
        box={isStep ? step.look.box : null}
        zoom={step.look.zoom}
        camera={isStep || isClassic ? camera : titlePanelCamera}
        hotspotLabel={step.title}
        hotspotField={{ name: 'step', value: String(next === 'ending' ? demo.steps.length + 1 : (next ?? index) + 1) }}
        onHotspotActivate={next === null ? undefined : () => act({ type: 'next' })}
        priority
        page={
          isStep && step.snapshot && player.Snapshot && <player.Snapshot key={step.id} {...step.snapshot} canSelect />
        }
        onImageError={player.picture.onError}
        bar={
          frame === 'window' &&
          !isClassic && (
            <div className="us-window-bar" aria-hidden="true">
              <i />
              <i />
              <i />
              {frameAddress !== '' && <span>{frameAddress}</span>}
            </div>
          )
        }
        beside={
          <>
            {layout === 'callout' && isStep && (
              <Callout side={side} callout={callout}>
                {words}
              </Callout>
            )}
            {layout === 'side' && isStep && <div className="us-side">{words}</div>}
          </>
        }
        front={<TitlePanelOf player={player} />}
      >
        {player.ActionLayer !== null && isStep && (
          <player.ActionLayer
            key={step.id}
            look={step.look}
            hotspot={step.hotspot}
            camera={step.isTall ? null : camera}
          />
        )}
        {isStacked ? null : layer}
        {autoplay.isPlaying && autoplay.parts.Autoplay !== undefined && isStep && (
          <autoplay.parts.Autoplay
            step={step}
            look={demo.look}
            fill={autoplay.fill}
            speed={autoplay.speed}
            onOver={player.playNext}
            onPause={autoplay.pause}
          />
        )}
      </StepStage>
      {isClassic && isStacked ? layer : null}
      {isClassic ? room : null}
      {!isStep && !isClassic && <StepStatus index={index} count={demo.steps.length} />}
    </div>
  )
}

/** The cover or the ending, over the picture. */
function TitlePanelOf({ player }: { readonly player: PlayerModel }) {
  const { demo, state, act, actions, callAgent, isHydrated, Ending } = player
  if (state.place === 'cover') {
    return (
      <Cover
        demo={demo}
        onStart={() => act({ type: 'next' })}
        onListen={player.play}
        onAsk={() => callAgent({ act: 'open' })}
      />
    )
  }
  if (state.place !== 'ending' || Ending === null) return null
  return (
    <Ending
      demo={demo}
      actions={actions}
      onReplay={() => act({ type: 'show', index: 0 })}
      onAgent={callAgent}
      isHydrated={isHydrated}
    />
  )
}

/** On phones, the sheet contains the buttons of agent and narration. */
function SheetButtons({ player }: { readonly player: PlayerModel }) {
  return (
    <>
      {player.demo.look.isNarrated && !player.autoplay.isPlaying && (
        <button
          type="button"
          className="us-callout-button us-ask us-sheet-listen"
          aria-label="Listen"
          title="Listen"
          onClick={player.play}
        >
          <Icon name="sound" />
        </button>
      )}
      <AskButton player={player} />
    </>
  )
}

function AskButton({ player }: { readonly player: PlayerModel }) {
  return (
    <button
      type="button"
      className="us-callout-button us-ask"
      aria-label="Ask about this demo"
      onClick={() => player.callAgent({ act: 'open' })}
    >
      <span className="us-bubble-light" aria-hidden="true" />
      Ask
    </button>
  )
}
