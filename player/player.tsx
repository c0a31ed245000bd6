import { playerHint } from '#domain/player-texts.ts'
import type { PlayerDemo } from '#protocol/player-page.ts'

import { FullScreenButton } from './full-screen-button.tsx'
import type { NarrationProps } from './narration/narration.tsx'
import { PlayerProgress } from './player-progress.tsx'
import { Scene } from './player-scene.tsx'
import { skippedSteps } from './player-state.ts'
import { PlayerTools } from './player-tools.tsx'
import { RotateHint } from './rotate-hint.tsx'
import { ClassicMoves, movesOf, StepStatus, StepWords } from './step-words.tsx'
import { usePlayer, type PlayerModel, type PlayerProps } from './use-player.ts'

/**
 * Plays a demo (spec §2 "Public player"). Every control is a button of one GET form, so the server's page works without
 * script; with script, the same buttons work in place.
 */
export function Player(props: PlayerProps) {
  const player = usePlayer(props)
  const { demo, state, step } = player
  if (step === undefined) return null
  const { layout, frame, background } = demo.look
  const className = ['us-player', `us-layout-${layout}`, `us-ground-${background}`]
  if (frame === 'window') className.push('us-windowed')
  if (state.place !== 'step') className.push('us-titled')
  else if (player.cards.some(({ type }) => type === 'lead')) className.push('us-asking')
  const isFollowed =
    demo.look.hasCamera && layout !== 'classic' && !step.isTall && (step.hotspot !== null || step.look.zoom !== null)
  if (isFollowed) className.push('us-follow')
  return (
    <main className={className.join(' ')}>
      <form method="get" className="us-house">
        {Object.entries(props.variables).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <PlayerProgress
          steps={demo.steps}
          index={state.place === 'cover' ? -1 : state.index}
          isOver={state.place === 'ending'}
          skipped={skippedSteps(state)}
          fill={player.autoplay.isPlaying || player.autoplay.sound !== null ? player.autoplay.setFill : null}
          onShow={(index) => player.act({ type: 'show', index })}
        />
        <progress className="us-hidden" value={state.index + 1} max={demo.steps.length} aria-label="Progress" />
        <Header player={player} />
        <Scene player={player} step={step} />
        {!isFollowed && state.place === 'step' && state.index === 0 && <RotateHint step={step} />}
        {layout === 'classic' ? (
          <ClassicFoot player={player} />
        ) : (
          <>
            <p className="us-hint">{playerHint}</p>
            <PlayerTools
              autoplay={player.autoplay}
              canPlay={canPlay(demo)}
              isNarrated={demo.look.isNarrated}
              onPlay={player.play}
              textHref={player.textHref}
            />
          </>
        )}
      </form>
      <NarrationOf player={player} from={props.preview?.sounds ?? props.link} />
      {props.preview === undefined && player.AgentBubble !== null && (
        <player.AgentBubble
          demoId={props.link}
          steps={demo.steps}
          currentStep={state.index + 1}
          onShowStep={player.showOrder}
          visited={player.visited}
          calls={player.agentCalls}
          onOpen={player.autoplay.pause}
        />
      )}
      {layout === 'classic' && demo.brand.showsProductName && <ProductName />}
    </main>
  )
}

function canPlay({ steps, look }: PlayerDemo): boolean {
  return steps.length > 1 || look.isNarrated
}

/** Set when the visitor first listens. */
function NarrationOf({ player, from }: { readonly player: PlayerModel; readonly from: NarrationProps['from'] }) {
  const { demo, state, step, autoplay, act } = player
  const { Narration } = autoplay.parts
  if (Narration === undefined || autoplay.sound === null || state.place !== 'step' || step === undefined) return null
  return (
    <Narration
      demo={demo}
      values={player.given}
      from={from}
      step={step}
      cards={player.cards}
      isHeld={player.isHeld}
      isPlaying={autoplay.isPlaying}
      hasSound={autoplay.sound.isOn}
      audio={autoplay.sound.audio}
      fill={autoplay.fill}
      onPlay={player.play}
      onPause={autoplay.pause}
      onOver={player.playNext}
      onPrevious={() => act({ type: 'previous' })}
      onNext={() => act({ type: 'next' })}
      onSound={autoplay.setHasSound}
    />
  )
}

function Header({ player: { demo } }: { readonly player: PlayerModel }) {
  const isClassic = demo.look.layout === 'classic'
  return (
    <header className="us-top">
      {demo.brand.logoUrl !== null && (
        <img className="us-logo" src={demo.brand.logoUrl} alt="" fetchPriority="low" decoding="async" />
      )}
      <div className="us-titles">
        <h1>{demo.name}</h1>
        {demo.description !== null && <p>{demo.description}</p>}
      </div>
      {isClassic ? <FullScreenButton /> : demo.brand.showsProductName && <ProductName />}
    </header>
  )
}

function ProductName() {
  return (
    <a className="us-brand" href="/" target="_blank" rel="noopener">
      Understudy
    </a>
  )
}

/** The classic layout's buttons and text below the picture (spec §2 "Public player"). */
function ClassicFoot({ player }: { readonly player: PlayerModel }) {
  const { demo, state, step, autoplay } = player
  if (step === undefined) return null
  const isStep = state.place === 'step'
  return (
    <div className="us-foot">
      {isStep ? <ClassicMoves {...movesOf(player)} /> : <StepStatus index={state.index} count={demo.steps.length} />}
      {player.notice !== null && (
        <p className="us-notice" role="alert">
          {player.notice}
        </p>
      )}
      {isStep && <StepWords step={step} canFold={false} />}
      <div className="us-classic-tools">
        <p className="us-hint">{playerHint}</p>
        <PlayerTools
          autoplay={autoplay}
          canPlay={canPlay(demo)}
          isNarrated={demo.look.isNarrated}
          hasFullScreen={false}
          onPlay={player.play}
          textHref={player.textHref}
        />
      </div>
    </div>
  )
}
