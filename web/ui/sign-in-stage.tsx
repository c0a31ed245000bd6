import picture from '../../sample/pictures/tidelane-3-1440.avif'
import { FadedPicture } from './faded-picture.tsx'
import { Mark } from './wordmark.tsx'

const steps = [1, 2, 3, 4, 5, 6, 7, 8]
const shownStep = 3

/**
 * Beside the log-in and sign-up forms, below them on phones with room: a step of the sample demo, as the player shows
 * it. The window goes on beyond the right and bottom edges; the camera keeps the marked button in view.
 */
export function SignInStage() {
  return (
    <div
      aria-hidden
      className="stage-light overflow-hidden max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:h-68 max-lg:[@media(height<44rem)]:hidden lg:relative lg:flex-1 lg:rounded-card"
    >
      <div className="absolute top-8 right-0 bottom-0 left-6 flex flex-col overflow-hidden rounded-tl-card bg-[oklch(0.24_0.03_292)] shadow-[0_0_0_1px_oklch(1_0_0/0.16),0_40px_80px_-24px_oklch(0.1_0.08_292/0.8)] [color-scheme:light] lg:top-[132px] lg:left-16">
        <div className="flex h-9 shrink-0 items-center gap-1.5 px-4">
          {[0, 1, 2].map((dot) => (
            <span key={dot} className="size-2.5 rounded-chip bg-[oklch(0.45_0.03_292)]" />
          ))}
          <span className="ml-auto flex gap-1">
            {steps.map((step) => (
              <span key={step} className={`h-1 w-6 rounded-tiny ${step <= shownStep ? 'bg-lime' : 'bg-white/20'}`} />
            ))}
          </span>
        </div>
        <div className="relative flex-1 overflow-hidden [container-type:size]">
          <div className="absolute left-[min(0px,calc(100cqw-6rem-0.70347*var(--camera)))] aspect-8/5 w-(--camera) [--camera:max(160cqh,100cqw,40rem)] max-lg:-top-20">
            <FadedPicture src={picture} width={1440} height={900} loading="lazy" className="size-full max-w-none">
              <span className="absolute top-[39.222%] left-[66.875%] h-[4.222%] w-[6.944%]">
                <span className="absolute -inset-[7px] rounded-[11px] border-3 border-hotspot shadow-[0_0_0_1.5px_#fff,inset_0_0_0_1px_oklch(1_0_0/0.85)]" />
              </span>
              <Callout />
            </FadedPicture>
          </div>
        </div>
      </div>
    </div>
  )
}

/** As the player's, below the marked button; on phones there is no room for it. */
function Callout() {
  return (
    <div className="absolute top-[calc(43.444%+1.375rem)] left-[calc(70.347%-12.5rem)] w-68 rounded-[13px] bg-ink px-4 pt-3.5 pb-3 text-md text-ink-text shadow-[inset_0_0_0_1px_oklch(1_0_0/0.12),0_24px_56px_-8px_oklch(0.1_0.06_295/0.7)] max-lg:hidden">
      <span className="absolute -top-1.5 left-[12.0625rem] size-3.5 rotate-45 rounded-[3px] bg-ink" />
      <p className="flex items-center gap-2 text-base font-semibold">
        <span className="flex size-6 items-center justify-center rounded-chip bg-spot-face">
          <Mark size={14} className="fill-on-spot-face" />
        </span>
        Pick a carrier
      </p>
      <p className="mt-1.5">Fuel, port fees and customs are in the price.</p>
      <p className="mt-3 flex items-center gap-3.5 text-sm text-ink-muted tabular-nums">
        {shownStep} of {steps.length}
        <span className="ml-auto font-medium text-ink-text">Back</span>
        <span className="rounded-control bg-lime px-3 py-1.5 font-medium text-on-lime">Next</span>
      </p>
    </div>
  )
}
