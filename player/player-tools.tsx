import { FullScreenButton } from './full-screen-button.tsx'
import { Icon } from './icon.tsx'
import type { AutoplayState } from './use-autoplay.ts'
import { useHydrated } from './use-hydrated.ts'

interface PlayerToolsProps {
  readonly autoplay: AutoplayState
  readonly canPlay: boolean
  /** Whether playback has sound. */
  readonly isNarrated: boolean
  readonly onPlay: () => void
  readonly textHref: string
  readonly hasFullScreen?: boolean
}

/** Play, text and full screen. Buttons that need script appear with it, in reserved space. */
export function PlayerTools({
  autoplay,
  canPlay,
  isNarrated,
  onPlay,
  textHref,
  hasFullScreen = true,
}: PlayerToolsProps) {
  const isHydrated = useHydrated()
  const { isPlaying, speed } = autoplay
  const playLabel = isPlaying ? 'Pause' : isNarrated ? 'Listen' : 'Play'
  return (
    <div className="us-tools">
      {isHydrated && canPlay && (
        <>
          {isPlaying && !isNarrated && (
            <button
              type="button"
              className="us-icon-button us-speed"
              aria-label={`Speed: ${speed} times`}
              title="Speed"
              onClick={autoplay.changeSpeed}
            >
              {`${speed}×`}
            </button>
          )}
          <button
            type="button"
            className="us-icon-button us-tool-play"
            aria-label={playLabel}
            title={playLabel}
            onClick={isPlaying ? autoplay.pause : onPlay}
          >
            <Icon name={isPlaying ? 'pause' : isNarrated ? 'sound' : 'play'} />
          </button>
        </>
      )}
      <a className="us-icon-button us-tool-text" href={textHref} aria-label="Read as text" title="Read as text">
        <Icon name="text" />
      </a>
      {hasFullScreen && <FullScreenButton />}
    </div>
  )
}
